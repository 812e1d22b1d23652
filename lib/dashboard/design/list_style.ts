/** Rules for the filters of lists, and for the actions on selected rows. */
export const listStyle: string = `
.filters .actions { margin: 0 0 var(--gap-2); }
.filters .field-search { flex: 1 1 16rem; }
.filters .field-search input { width: 100%; }
.filters summary, .save-filter summary { display: inline-block; color: var(--quiet); font-size: var(--small); }
.filters, .save-filter { margin: 0 0 var(--gap-2); }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2); margin: 0 0 var(--gap-2); padding: 0; list-style: none; font-size: var(--small); }
.chips .chip { text-decoration: none; color: var(--ink); overflow-wrap: anywhere; padding-block: .15rem; }
.chips .chip:hover { background: var(--line); }
.bulk-bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2); margin: 0 0 var(--gap-2); color: var(--quiet); }
.bulk-bar label { font-weight: 500; padding-inline: .8rem 0; text-indent: 0; }
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
.pick input { display: block; width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--accent); }
tr:has(.pick :checked) > * { background: var(--good-paper); }
.result > form { margin-block-start: var(--gap-2); }
.result > p { margin: 0; }
.result ul, .titles { margin: var(--gap-1) 0; padding-inline-start: 1.25rem; }
.titles { max-height: 40vh; overflow: auto; }
.with-script { display: none; }
@media (scripting: enabled) { .with-script { display: inline-block; } .without-script { display: none; } }
@media (max-width: 47.99rem) {
  .cards td.pick { position: absolute; inset: .6rem .75rem auto auto; width: auto; }
  .cards td.pick + th { padding-inline-end: 2rem; }
  .bulk-bar .danger { margin-inline-start: 0; }
}
`;
