"""The server that the browsers visit."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class House:
    """A server on a free port of this machine, with a file of its own."""

    def __init__(self, folder: Path, public_url: str = "", workers: int = 0) -> None:
        self.public_url = public_url
        """The address that others reach it by."""
        self.workers = workers
        """Processes in which strong bots and the coach think, and puzzles are made."""
        self.db = folder / "tables.sqlite"
        self._held = socket.socket()
        """Keeps others from the port, also while the server is away; those two may share it."""
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port: int = self._held.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None
        self.tables: dict[str, str] = {}
        """Tables that were opened to be looked at, by what is seen there."""

    def open(self) -> None:
        """Start the server, and wait until it is up and whoever thinks is ready."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serve", *self._words()],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        assert self.process.stdout.readline().strip() == (self.public_url or self.url)
        while f"doublesix_workers_ready {self.workers}\n" not in self._metrics():
            time.sleep(0.05)

    def _metrics(self) -> str:
        with urllib.request.urlopen(f"{self.url}/metrics") as answer:
            return str(answer.read().decode())

    def _words(self) -> list[str]:
        return [str(self.db), str(self.port), self.public_url, str(self.workers)]

    def kill(self) -> None:
        """The power is cut."""
        self._end(subprocess.Popen.kill)

    def close(self) -> None:
        """The server is told to stop, and does so without complaint."""
        self._held.close()
        assert self._end(subprocess.Popen.terminate) == 0

    def _end(self, deed: Any) -> int:
        assert self.process
        assert self.process.stdout
        deed(self.process)
        status = self.process.wait(20)
        self.process.stdout.close()
        self.process = None
        return status

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the API."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())
