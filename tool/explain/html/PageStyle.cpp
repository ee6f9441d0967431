#include "explain/html/PageParts.h"

namespace treelize::explain {

const char* const pageStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --text: #1c2128; --quiet: #5c6673; --edge: #d5dae1;
  --link: #0b5cad; --hot: #fff3c4; --held: #ffe08a; --active: #2f8f5b;
  --stored: #a3470c; --stored-back: #fdf0e7; --recomputed: #0b5cad; --recomputed-back: #e9f2fc;
  --loop: #6a3fa0; --loop-back: #f3edfb; --kernel-back: #e8f5ee;
  --comment: #5f6b7a; --literal: #9a3412; --number: #0f6f78; --keyword: #7a2aa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151a; --card: #1a1e25; --text: #dde3ea; --quiet: #98a3b0; --edge: #343b46;
    --link: #7db8f5; --hot: #3a3519; --held: #5a4f17; --active: #4fbd84;
    --stored: #f0a36b; --stored-back: #33241a; --recomputed: #86bdf5; --recomputed-back: #182a3d;
    --loop: #c4a5ee; --loop-back: #2a2138; --kernel-back: #17301f;
    --comment: #8b96a5; --literal: #eaa27a; --number: #6cc7cf; --keyword: #cf9cf2;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
article { max-width: 1800px; margin: 0 auto; padding: 1rem clamp(.75rem, 2vw, 2rem) 2rem; }
header { margin-bottom: .9rem; }
h1, h2, h3, p { margin: 0; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.1rem; margin-bottom: .6rem; overflow-wrap: anywhere; }
h2 code { font-size: 1rem; }
h2 small, h3 small { font-weight: 400; color: var(--quiet); font-size: .85rem; }
.hint { color: var(--quiet); font-size: .875rem; }
a { color: var(--link); }
code, pre, svg text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: 13px; }

.listing { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .75rem;
  position: relative; margin-bottom: 1rem; }
.pane { position: relative; height: 78vh; overflow: auto; container-type: inline-size;
  background: var(--card); border: 1px solid var(--edge); border-radius: 8px;
  scroll-padding-top: 5rem; }
.pane h3 { position: sticky; top: 0; left: 0; width: 100cqw; z-index: 1; padding: .35rem .75rem;
  background: var(--card); border-bottom: 1px solid var(--edge); font-size: .9rem; }
.pane code, .pane pre { font-size: 12px; }
.pane pre { margin: 0; padding: .25rem 0 1rem; display: inline-block; min-width: 100%; }
.status { position: absolute; right: 1.5rem; bottom: .75rem; z-index: 2; padding: .15rem .7rem;
  border-radius: 1rem; background: var(--text); color: var(--card); font-size: .85rem; }
.status:empty { display: none; }
.line { display: block; min-height: 1.5em; padding-right: 1rem; scroll-margin-top: 6rem; }
.line > :first-child { display: inline-block; width: 4.25em; padding-right: .8em; margin-right: .6em;
  text-align: right; font-weight: 400; color: var(--quiet); text-decoration: none;
  border-right: 3px solid transparent; user-select: none; }
.line > :first-child::before { content: attr(data-n); }
.line > a:first-child { color: var(--link); }
.line > a:hover { text-decoration: underline; }
.line.active > :first-child { border-right-color: var(--active); }
.line[data-at] { cursor: pointer; }
.line.hot { background: var(--hot); }
.line.held, .line:target { background: var(--held); }
.line i { font-style: normal; }
.comment { color: var(--comment); }
.text { color: var(--literal); }
.number { color: var(--number); }
.keyword, .directive { color: var(--keyword); }
.note { display: block; position: sticky; left: 5.1em; width: fit-content;
  max-width: calc(100cqw - 6.5em); margin: .1rem 1rem .25rem 5.1em; padding: .1rem .6rem;
  border-left: 3px solid; border-radius: 0 4px 4px 0; white-space: normal;
  font: 13px/1.45 system-ui, sans-serif; }
.note.stored { color: var(--stored); background: var(--stored-back); }
.note.recomputed { color: var(--recomputed); background: var(--recomputed-back); }
.note.loop { color: var(--loop); background: var(--loop-back); }
.note.kernel { color: var(--active); background: var(--kernel-back); }

.card { background: var(--card); border: 1px solid var(--edge); border-radius: 8px;
  padding: .9rem 1.1rem; margin-bottom: 1rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.2rem; margin: 0 0 .6rem; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.names code { display: inline-block; padding: 0 .4em; margin: 0 .2em .2em 0; border-radius: 4px;
  background: var(--page); border: 1px solid var(--edge); }
summary { cursor: pointer; margin-bottom: .4rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0; border-top: 1px solid var(--edge); }
th { color: var(--quiet); font-weight: 400; border-top: 0; }
td.stored { color: var(--stored); } td.recomputed { color: var(--recomputed); }
.figures { display: flex; flex-wrap: wrap; gap: .75rem 2rem; align-items: flex-start; margin-top: .6rem; }
figure { margin: 0; max-width: 100%; overflow-x: auto; }
figcaption { color: var(--quiet); font-size: .85rem; }
svg { display: block; }
svg path { fill: none; stroke: var(--edge); stroke-width: 1.5; }
svg text { fill: var(--text); white-space: pre; }
svg .type { fill: var(--quiet); } svg .remark { fill: var(--loop); }
svg .node { fill: var(--quiet); }
svg .leaf { fill: var(--card); stroke: var(--quiet); stroke-width: 1.5; }
svg .selected { fill: var(--active); }
svg .zero { fill: var(--card); stroke: var(--active); stroke-width: 2; stroke-dasharray: 3 2; }
svg .constant { fill: var(--edge); }
.legend { list-style: none; margin: 0; padding: 0; font-size: .85rem; color: var(--quiet); }
.legend li::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: .5em;
  border-radius: 50%; background: var(--edge); }
.legend .selected::before { background: var(--active); }
.legend .zero::before { background: none; outline: 2px dashed var(--active); outline-offset: -2px; }
@media (max-width: 900px) {
  .listing { grid-template-columns: minmax(0, 1fr); }
  .pane { height: auto; max-height: 62vh; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .4rem; }
  thead { display: none; }
  tr { display: block; padding: .35rem 0; border-top: 1px solid var(--edge); }
  td { display: inline-block; padding: 0 .8rem 0 0; border: 0; }
  .line > :first-child { width: 3.4em; padding-right: .5em; margin-right: .4em; }
  .note { left: 4em; margin-left: 4em; max-width: calc(100cqw - 4.5em); }
}
)css";

} // namespace treelize::explain
