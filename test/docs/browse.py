"""Opens a page in headless Chromium, without a network: browse.py FILE[?QUERY] TITLE [TEXT...]

Fails where the page has another title, a text is not shown, the console has an error, or the page asks a server for
something. What the browser itself asks servers for has no origin.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile


def opened(address):
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                   f"--user-data-dir={profile}", f"--log-net-log={profile}/net.json", "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=8000",
                   "--enable-logging=stderr", "--dump-dom", address]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
        requests = pathlib.Path(profile, "net.json").read_text(errors="replace")
    asked = [request[2] for request in re.finditer(r'"initiator":"([^"]*)".*?"url":"(\w+://[^"]+)"', requests)
             if request[1] != "not an origin" and not request[2].startswith("file:")]
    return done.stdout, re.findall(r":CONSOLE[:(].*", done.stderr), asked


def main(page, title, *texts):
    path, _, query = page.partition("?")
    page_text, console, asked = opened(pathlib.Path(path).resolve().as_uri() + (f"?{query}" if query else ""))
    found = re.search(r"<title>(.*?)</title>", page_text, re.S)
    if not found or html.unescape(found[1]).strip() != title:
        sys.exit(f"{page}: the title is {found and found[1]!r}, not {title!r}")
    shown = html.unescape(re.sub(r"<[^>]+>", "", page_text))
    missing = [text for text in texts if text not in shown]
    if missing:
        sys.exit(f"{page}: shows no {missing}")
    if asked:
        sys.exit(f"{page}: asks for {', '.join(asked)}")
    if console:
        sys.exit("\n".join([f"{page}: the console says", *console]))


if __name__ == "__main__":
    main(*sys.argv[1:])
