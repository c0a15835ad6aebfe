# Plots of measured tables and of simulated counts, as SVG.
