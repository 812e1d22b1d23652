/** Rules for the command palette and the link that opens it. */
export const paletteStyle: string = `
.top .palette-link { margin: 0 0 var(--gap-3); }
.palette-link a { display: flex; align-items: center; gap: var(--gap-3); padding: .4rem .6rem; min-height: 2.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); color: var(--quiet); text-decoration: none; box-shadow: var(--shadow); }
.palette-link a:hover { color: var(--ink); border-color: var(--edge); }
kbd { padding: 0 .35rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--raised); color: var(--quiet); font: 550 var(--small)/1.5 system-ui, sans-serif; white-space: nowrap; }
.palette-link kbd { margin-inline-start: auto; }
@media (scripting: none) { .palette-link kbd { display: none; } }
.palette { inset-block: min(12vh, 6rem) auto; max-width: 40rem; max-height: calc(100vh - 2 * min(12vh, 6rem)); padding: 0; overflow: hidden; }
.palette[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; grid-template-columns: 1fr auto; }
.palette > input { grid-column: 1 / -1; padding: .9rem var(--gap-4); border: 0; border-block-end: 1px solid var(--line); border-radius: 0; background: none; font-size: var(--large); }
.palette > input:focus-visible { outline: none; border-block-end: 2px solid var(--accent); }
.palette > [role="listbox"] { grid-column: 1 / -1; overflow-y: auto; padding: 0 var(--gap-2) var(--gap-2); }
.palette-group { margin: var(--gap-3) var(--gap-2) var(--gap-1); color: var(--quiet); font-size: var(--small); font-weight: 600; }
.palette [role="option"] { display: flex; align-items: baseline; gap: var(--gap-3); padding: .45rem var(--gap-2); border-radius: var(--radius); cursor: pointer; }
.palette-label { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; }
.palette [role="option"] .hint { margin: 0; max-width: 45%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.palette [role="option"]:hover { background: var(--raised); }
.palette [aria-selected="true"], .palette [aria-selected="true"]:hover { background: var(--good-paper); color: var(--good); font-weight: 550; }
.palette > .hint { margin: 0; padding: var(--gap-2) var(--gap-4); border-block-start: 1px solid var(--line); }
@media (max-width: 30rem) { .palette-keys { display: none; } .palette > [role="status"] { grid-column: 1 / -1; } }
@media (forced-colors: active) { .palette [aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; } }
`;
