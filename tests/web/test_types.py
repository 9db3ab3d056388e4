"""The pages' scripts are typed all the way through, and their types are those of the server."""

import json
import runpy
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "doublesix" / "web" / "static"


def test_types_of_messages_are_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "message_types.py"))
    written = made["FILE"].read_text(encoding="utf-8")
    assert written == made["text"](), "run: python tools/message_types.py"


def check_types(*options: str | Path) -> subprocess.CompletedProcess[str]:
    compiler = shutil.which("tsc")
    assert compiler, "install node-typescript, as ./test does where it is root"
    return subprocess.run(
        [compiler, *options], cwd=ROOT, check=False, capture_output=True, text=True
    )


def test_scripts_are_typed() -> None:
    checked = check_types("--project", ROOT)
    assert checked.returncode == 0, checked.stdout


def test_every_script_is_looked_at() -> None:
    listed = check_types("--project", ROOT, "--listFilesOnly").stdout.split()
    assert {str(script) for script in STATIC.glob("*.js")} <= set(listed)


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    options = json.loads((ROOT / "tsconfig.json").read_text()) | {"include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(options))
    (tmp_path / "wrong.js").write_text('import { say } from "./words.js";\nsay(6);\n')
    checked = check_types("--project", tmp_path)
    assert checked.returncode != 0
    assert "wrong.js(2,5)" in checked.stdout
