"""Opens a page of --report=html in Chromium, headless, and uses it: browse.py PAGE WORK-FOLDER

Says what a line of the source does when the pointer is over it and when it is clicked, and every
error of the console.
"""

import html
import pathlib
import re
import subprocess
import sys

PROBE = """
<script>
addEventListener('load', () => {
  const said = [];
  const listing = document.querySelector('.listing');
  const [source, generated] = listing.querySelectorAll('.pane');
  const line = [...source.querySelectorAll('[data-at]')].find(l => l.textContent.includes('std::sin'));
  const lit = (pane, name) => [...pane.querySelectorAll('.' + name)].map(l => l.textContent.trim());
  const event = name => new MouseEvent(name, {bubbles: true, cancelable: true});
  line.dispatchEvent(event('mouseover'));
  said.push('hover: ' + lit(generated, 'hot').join(' | '));
  listing.dispatchEvent(event('mouseleave'));
  said.push('left: ' + lit(listing, 'hot').length);
  line.dispatchEvent(event('click'));
  said.push('held: ' + lit(generated, 'held').length + ', scrolled: ' + (generated.scrollTop > 0));
  const status = listing.querySelector('.status');
  said.push('status: ' + status.textContent);
  line.dispatchEvent(event('click'));
  said.push('again: ' + status.textContent);
  const back = generated.querySelector('.held');
  back.dispatchEvent(event('click'));
  said.push('back: ' + lit(source, 'held').join(' | '));
  dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}));
  said.push('released: ' + lit(listing, 'held').length);
  const loaded = performance.getEntriesByType('resource').map(r => r.name);
  said.push('loaded from elsewhere: ' + loaded.length);
  said.push('wider than the window: ' + (document.documentElement.scrollWidth > innerWidth));
  const broken = [...document.querySelectorAll('a[href^="#"]')]
    .filter(a => !document.getElementById(a.getAttribute('href').slice(1)));
  said.push('links without a target: ' + broken.length);
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  said.push('ids given twice: ' + (ids.length - new Set(ids).size));
  const pre = document.createElement('pre');
  pre.id = 'said';
  pre.textContent = said.join('\\n');
  document.body.append(pre);
});
</script>
"""


def main(page, work):
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    probed = work / "probed.html"
    text = pathlib.Path(page).read_text(encoding="utf-8")
    probed.write_text(text.replace("</body>", PROBE + "</body>"), encoding="utf-8")
    run = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
         f"--user-data-dir={work / 'profile'}", "--window-size=1400,1000", "--dump-dom",
         probed.resolve().as_uri()],
        capture_output=True, encoding="utf-8", timeout=120)
    for line in run.stderr.splitlines():
        if "CONSOLE" in line:
            print("console:", line)
    said = re.search(r'<pre id="said">(.*?)</pre>', run.stdout, re.DOTALL)
    print(html.unescape(said.group(1)) if said else "the page said nothing: " + run.stderr[-2000:])


if __name__ == "__main__":
    main(*sys.argv[1:])
