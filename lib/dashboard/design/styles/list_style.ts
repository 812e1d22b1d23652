/** Rules for the filters of lists, and for the actions on selected rows. */
export const listStyle: string = `
.views, .filter-row { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--gap-4); }
.views nav + nav { padding-inline-start: var(--gap-4); border-inline-start: 1px solid var(--line); margin-block-end: var(--gap-3); }
.views nav + nav .tabs { margin: 0; }
.views nav + nav a { border-style: dashed; border-color: var(--edge); }
.filters .actions { margin: 0 0 var(--gap-3); }
.filters .field-search { flex: 1 1 16rem; max-width: 30rem; }
.filters .field-search input { width: 100%; }
.filters details[open] { flex-basis: 100%; }
.filters details .actions { margin: var(--gap-2) 0 0; }
.filters summary, .save-filter summary { list-style: none; padding: .4rem .7rem; border-radius: var(--radius); font-weight: 550; }
.filters summary::after { content: ""; width: .4rem; height: .4rem; border: solid currentColor; border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-.1rem, -.1rem); }
.filters [open] > summary::after { transform: rotate(-135deg) translate(-.1rem, -.1rem); }
.filters summary::-webkit-details-marker, .save-filter summary::-webkit-details-marker { display: none; }
.save-filter { margin: 0 0 var(--gap-2); font-size: var(--small); }
.save-filter > summary, .save-filter > button { min-height: 1.9rem; padding-block: .1rem; font-size: var(--small); color: var(--quiet); }
.save-filter .actions { margin: var(--gap-2) 0; }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2); margin: 0 0 var(--gap-2); padding: 0; list-style: none; font-size: var(--small); }
.chips .chip { text-decoration: none; color: var(--ink); overflow-wrap: anywhere; padding-block: .15rem; }
.chips .chip:hover { background: var(--line); }
.bulk > [hidden] { display: none; }
.bulk-bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2); margin: 0 0 var(--gap-2); color: var(--quiet); }
.bulk-bar > label { align-items: center; gap: .6rem; font-weight: 500; padding-inline: .8rem 0; text-indent: 0; }
.bulk-bar [data-selected] { min-width: 6.5rem; font-variant-numeric: tabular-nums; }
.bulk-bar button, .bulk-bar .button { min-height: 2rem; padding-block: .2rem; }
.bulk-bar .danger { margin-inline-start: auto; }
.bulk-tag { position: relative; }
.bulk-tag > summary { list-style: none; color: var(--ink); }
.bulk-tag > summary::-webkit-details-marker { display: none; }
.bulk-tag > div { position: absolute; z-index: 2; inset-block-start: calc(100% + .25rem); width: min(16rem, 75vw); padding: var(--gap-3); background: var(--paper); color: var(--ink); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow-high); }
.bulk-tag > div label { display: block; padding: 0; }
.bulk-tag .actions { margin: var(--gap-2) 0 0; }
.pick { width: 2.25rem; }
.pick input, .bulk-bar > label input { display: block; width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--accent); }
tr:has(.pick :checked) > * { background: var(--good-paper); }
.result ul, .titles { margin: var(--gap-1) 0; padding-inline-start: 1.25rem; }
.titles { max-height: 40vh; overflow: auto; }
.row-actions { text-align: end; white-space: nowrap; }
.row-actions button, .row-actions > .button { min-height: 2rem; padding-block: .2rem; vertical-align: middle; }
.row-actions form { vertical-align: middle; }
.sessions { margin-block-end: var(--gap-4); }
.sessions li > :first-child, .sessions .hint { font-weight: 400; margin: 0; }
[role="search"] .aside { align-self: center; margin-inline-start: auto; }
.copy-line { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2); }
.copy-line code { padding: .45rem .7rem; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); overflow-wrap: anywhere; user-select: all; }
@media (min-width: 48rem) { [role="search"].actions .field-search input { width: 20rem; } }
.with-script { display: none; }
@media (scripting: enabled) { .with-script { display: inline-flex; } .without-script { display: none; } }
@media (max-width: 47.99rem) {
  .cards td.pick { position: absolute; inset: .6rem .75rem auto auto; width: auto; }
  .cards td.pick + th { padding-inline-end: 2rem; }
  .bulk-bar .danger { margin-inline-start: 0; }
  .bulk-bar [data-selected] { flex: 1 1 55%; }
  .bulk-bar { position: relative; }
  .bulk-tag { position: static; }
  .bulk-tag > div { inset-inline: 0; width: auto; }
  .views { display: block; }
  .views nav + nav { padding: 0; border: 0; margin: 0; }
  .views .tabs, .views nav + nav .tabs, main > nav > .tabs { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: thin; margin: 0 calc(-1 * var(--gap-4)) var(--gap-1); padding: .35rem var(--gap-4); }
  .tabs { scroll-padding-inline: var(--gap-4); }
  .tabs a { white-space: nowrap; }
  .tabs [aria-current] { scroll-initial-target: nearest; }
  .filters .field-search { flex-basis: 100%; max-width: none; }
  .filters .field-sort { flex: 1 1 6rem; min-width: 0; }
  .filters .field-sort label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .dense td:not(.pick) { display: inline-block; margin-inline-end: var(--gap-3); }
  .dense td:not(.number)::before { content: none; }
  .cards .row-actions { text-align: start; }
  .cards tr:has(.pick :checked) { background: var(--good-paper); }
  .cards tr:has(.pick :checked) > * { background: none; }
}
`;
