#!/usr/bin/env python3
"""Completes the folder of the page, in which the modules are: assemble.py FOLDER.

Copies page/, writes the files with their SHA-256 into the service worker, and makes countless.html
of all of them. Prints the sizes as a server would send them, and fails if a module is too large.
"""

import base64
import gzip
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

# Largest sizes, compressed, in kB of 1,000 bytes.
BOUNDS = {
    "sudoku": 400,
    "sudoku-reader": 400,
    "sudoku-explainer": 400,
    "variants": 900,
    "queens": 300,
    "cover": 400,
}
PAGE = Path(__file__).parent / "page"


def packed(content):
    """Compresses as servers do, without the time."""
    return gzip.compress(content, 9, mtime=0)


def coded(content):
    return base64.b64encode(content).decode()


def data(kind, content):
    return f"data:{kind};base64,{coded(content)}"


def hashed(text):
    """The hash of an inline script, as a source of the policy."""
    return f"'sha256-{coded(hashlib.sha256(text.encode()).digest())}'"


def with_files(folder):
    """Writes the list of files into the service worker, whose change announces a new version."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    sums = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.name not in ("sw.js", "countless.html")
    }
    worker = folder / "sw.js"
    text = worker.read_text()
    if text.count("const FILES = {};") != 1:
        sys.exit("sw.js: expected the line const FILES = {};")
    worker.write_text(text.replace("const FILES = {};", f"const FILES = {json.dumps(sums)};"))


def single(folder):
    """The page as one file. Scripts import each other by names that a map translates, since browsers
    refuse files that import files."""
    html = (folder / "index.html").read_text()
    sources = [path for path in sorted(folder.glob("*.js")) if path.name not in ("sw.js", "worker.js")]
    imports = {}
    for path in sources:
        text = re.sub(r'from "\./([\w-]+\.js)"', r'from "\1"', path.read_text())
        imports[path.name] = data("text/javascript", text.encode())
    importmap = json.dumps({"imports": imports})
    start = 'import "main.js";'
    for sheet in re.findall(r'<link rel="stylesheet" href="([\w-]+\.css)"[^>]*>', html):
        media = ' media="print"' if sheet == "print.css" else ""
        style = f"<style{media}>\n{(folder / sheet).read_text()}</style>"
        html = re.sub(rf'<link rel="stylesheet" href="{sheet}"[^>]*>', lambda _: style, html)
    texts = [("worker-text", (folder / "worker.js").read_text())]
    for glue in sorted(folder.glob("modules/*.js")):
        texts.append((f"{glue.stem}-text", glue.read_text()))
        module = packed((folder / f"modules/{glue.stem}_bg.wasm").read_bytes())
        texts.append((f"{glue.stem}-wasm", coded(module)))
    inside = "".join(f'<script type="text/plain" id="{name}">{text}</script>\n' for name, text in texts)
    inside += f'<script type="importmap">{importmap}</script>\n<script type="module">{start}</script>\n'
    html, scripts = re.subn(r'<script type="module" src="main.js"></script>\n?', lambda _: inside, html)
    if scripts != 1:
        sys.exit("index.html: expected the script main.js once")
    policy = (
        f"default-src 'none'; script-src {hashed(importmap)} {hashed(start)} data: blob: 'wasm-unsafe-eval'; "
        "style-src 'unsafe-inline'; worker-src blob:; connect-src blob: data:; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
    html, metas = re.subn(r'(http-equiv="Content-Security-Policy" content=")[^"]*"', rf'\g<1>{policy}"', html)
    if metas != 1:
        sys.exit("index.html: expected a policy once")
    (folder / "countless.html").write_text(html)


def sizes(folder):
    """Prints the sizes, and returns the modules that are too large."""
    large = []
    for path in sorted(folder.glob("modules/*.wasm")):
        name = path.stem.removesuffix("_bg")
        content = path.read_bytes()
        size = len(packed(content)) / 1000
        print(f"{name:16} {len(content) / 1000:6.0f} kB, compressed {size:4.0f} of {BOUNDS[name]} kB")
        if size > BOUNDS[name]:
            large.append(name)
    page = [path for path in folder.iterdir() if path.suffix in (".html", ".js", ".css") and path.name != "countless.html"]
    total = sum(len(packed(path.read_bytes())) for path in page) / 1000
    print(f"page             {total:.0f} kB compressed; countless.html {(folder / 'countless.html').stat().st_size / 1000:.0f} kB")
    return large


def main():
    folder = Path(sys.argv[1])
    shutil.copytree(PAGE, folder, dirs_exist_ok=True)
    single(folder)
    with_files(folder)
    if large := sizes(folder):
        sys.exit(f"too large: {', '.join(large)}")


main()
