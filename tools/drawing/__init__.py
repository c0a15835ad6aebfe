# What figures and reports are drawn with: SVG, requests to memory as pictures, pixels.
