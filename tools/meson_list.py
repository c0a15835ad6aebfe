# Prints course.toml as lines Meson can split: the build's view of the one list.
# Run: python3 tools/meson_list.py   (Meson does, at configure time)
"""One line an item, fields separated by '|':

chapter|SLUG
lab|SLUG|NAME|FILE|BUDGETS|LIBRARIES  BUDGETS: 'load=4,store=8' or empty; LIBRARIES: 'nvrtc,cuda'
solution|SLUG|FILE|LIBRARIES          every source a lab or a version names, once
wrong|SLUG|LAB|PATH|LIBRARIES         tests/SLUG/wrong/LAB/NAME.cu
legal|SLUG|LAB|PATH|LIBRARIES         tests/SLUG/legal/LAB/NAME.cu
experiment|SLUG|NAME|SOURCE|FLAGS|LIBRARIES   tests/SLUG/experiments/SOURCE
"""

import pathlib
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main() -> None:
    course = tomllib.loads((ROOT / "course.toml").read_text(encoding="utf-8"))
    for chapter in course["chapters"]:
        slug = chapter["slug"]
        print(f"chapter|{slug}")
        sources = dict.fromkeys(lab["file"] for lab in chapter["labs"])
        sources |= dict.fromkeys(version["source"] for version in chapter.get("versions", []))
        libraries = {lab["file"]: ",".join(lab.get("libraries", [])) for lab in chapter["labs"]}
        for source in sources:
            if (ROOT / "solutions" / slug / source).exists():
                print(f"solution|{slug}|{source}|{libraries.get(source, '')}")
        for lab in chapter["labs"]:
            budgets = ",".join(f"{name}={value}" for name, value in lab.get("budgets", {}).items())
            if (ROOT / "tests" / slug / f"{lab['name']}.cpp").exists():
                print(f"lab|{slug}|{lab['name']}|{lab['file']}|{budgets}|{libraries[lab['file']]}")
            for room in ("wrong", "legal"):
                for path in sorted((ROOT / "tests" / slug / room / lab["name"]).glob("*.c*")):
                    print(f"{room}|{slug}|{lab['name']}|{path.relative_to(ROOT).as_posix()}|{libraries[lab['file']]}")
        for experiment in chapter.get("experiments", []):
            if (ROOT / "tests" / slug / "experiments" / experiment["source"]).exists():
                flags = " ".join(experiment.get("flags", []))
                used = ",".join(experiment.get("libraries", []))
                print(f"experiment|{slug}|{experiment['name']}|{experiment['source']}|{flags}|{used}")


if __name__ == "__main__":
    main()
