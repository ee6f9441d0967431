#include "explain/html/PageParts.h"

namespace treelize::explain {

/// A line under the pointer or the focus lights up with what belongs to it on the other side; a
/// click holds it, and goes to its next place there.
const char* const pageScript = R"js(
'use strict';
for (const listing of document.querySelectorAll('.listing')) {
  const panes = [...listing.querySelectorAll('.pane')];
  const status = listing.querySelector('.status');
  const lines = new Map();
  for (const line of listing.querySelectorAll('[data-at]')) {
    const at = line.dataset.at;
    if (!lines.has(at)) lines.set(at, []);
    lines.get(at).push(line);
  }
  let hot = null, held = null, place = 0;

  const paint = (at, name, isOn) => {
    for (const line of lines.get(at) ?? []) line.classList.toggle(name, isOn);
  };
  const lineOf = event => event.target.closest?.('[data-at]');
  const light = at => {
    if (at === hot) return;
    paint(hot, 'hot', false);
    paint(hot = at, 'hot', true);
  };
  // The first line of each group of neighbours in a pane.
  const groupsIn = (pane, at) => lines.get(at).filter(
    line => pane.contains(line) && line.previousElementSibling?.dataset.at !== at);
  const show = (pane, line) => {
    pane.scrollTop = line.offsetTop - pane.clientHeight / 3;
    pane.scrollIntoView({block: 'nearest'});
  };
  const release = () => {
    paint(held, 'held', false);
    held = null;
    status.textContent = '';
  };
  const hold = line => {
    const at = line.dataset.at;
    const other = panes.find(pane => !pane.contains(line));
    const groups = groupsIn(other, at);
    place = at === held && groups.length ? (place + 1) % groups.length : 0;
    if (at !== held) release();
    paint(held = at, 'held', true);
    if (!groups.length) return;
    show(other, groups[place]);
    status.textContent = groups.length === 1 ? '' :
      `place ${place + 1} of ${groups.length}: click again for the next, Esc ends`;
  };

  listing.addEventListener('mouseover', event => light(lineOf(event)?.dataset.at ?? null));
  listing.addEventListener('mouseleave', () => light(null));
  listing.addEventListener('focusin', event => light(lineOf(event)?.dataset.at ?? null));
  listing.addEventListener('click', event => {
    const line = lineOf(event);
    if (!line || !getSelection().isCollapsed) return;
    event.preventDefault();
    hold(line);
  });
  addEventListener('keydown', event => { if (event.key === 'Escape') release(); });
}
)js";

} // namespace treelize::explain
