# Draws plots into a chapter's folder: what was measured, and what a run counted.
from __future__ import annotations

import pathlib

from tools.build.runner import Run
from tools.console import progress
from tools.files import write_atomic
from tools.measure.measurements import experiment_tables, measurements
from tools.model import Chapter
from tools.plots.experiments import experiment_plot
from tools.plots.versions import measured_plots, sectors_plot, wavefronts_plot


def write_plots(chapter: Chapter, folder: pathlib.Path | None = None) -> list[pathlib.Path]:
    """Draws what there is data for into the chapter's folder. Returns the files whose content changed."""
    texts: dict[str, str] = {}
    with progress() as shown:
        for measurement in measurements(chapter):
            shown.step(f"drawing the plots of {measurement.machine}")
            texts |= {f"{measurement.machine}-{name}.svg": text for name, text in measured_plots(chapter, measurement)}
        for experiment in (one for one in chapter.experiments if one.plots):
            for machine, table in experiment_tables(chapter, experiment):
                shown.step(f"drawing {experiment.name} of {machine}")
                texts |= {f"{machine}-{plot.name}.svg": experiment_plot(plot, table) for plot in experiment.plots}
    return _write_changed(folder or chapter.folder, texts)


def write_simulated_plots(chapter: Chapter, simulated: Run, folder: pathlib.Path | None = None) -> list[pathlib.Path]:
    """The same, of what the simulator counted in a run."""
    texts: dict[str, str] = {}
    with progress() as shown:
        if any(result.counters for result in simulated.results):
            shown.step("drawing the plot of simulated counts")
            for shape in dict.fromkeys(result.shape for result in simulated.results):
                suffix = "" if shape in chapter.shapes[:1] else f"-{shape}"
                texts[f"simulated-sectors{suffix}.svg"] = sectors_plot(chapter, simulated, shape)
                if any(result.uses_shared() for result in simulated.results if result.shape == shape):
                    texts[f"simulated-wavefronts{suffix}.svg"] = wavefronts_plot(chapter, simulated, shape)
    return _write_changed(folder or chapter.folder, texts)


def _write_changed(folder: pathlib.Path, texts: dict[str, str]) -> list[pathlib.Path]:
    changed = []
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomic(path, text)
            changed.append(path)
    return changed
