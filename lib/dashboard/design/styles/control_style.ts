/** Rules for buttons, fields, menus, tabs and dialogs. */
export const controlStyle: string = `
button, .button, input, select, textarea { font: inherit; color: inherit; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--paper); padding: .4rem .7rem; max-width: 100%; }
input, progress { accent-color: var(--accent); }
input:not([type="checkbox"], [type="radio"]), select, textarea { width: 100%; min-height: 2.25rem; }
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: var(--gap-2); cursor: pointer; text-decoration: none; font-weight: 550; min-height: 2.25rem; white-space: nowrap; border-color: var(--line); box-shadow: var(--shadow); }
button:hover, .button:hover { background: var(--raised); }
button:disabled { color: var(--quiet); background: var(--raised); box-shadow: none; cursor: not-allowed; }
.main-action, .main-action:hover { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.danger { color: var(--bad); }
.danger:hover { background: var(--bad-paper); }
.field, fieldset { margin: 0 0 var(--gap-4); max-width: 40rem; }
.field-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0 var(--gap-4); align-items: end; }
.save-bar { position: sticky; inset-block-end: 0; z-index: 1; padding-block: var(--gap-3); background: var(--canvas); border-block-start: 1px solid var(--line); }
html:has(.save-bar) { scroll-padding-block-end: 5rem; }
.wide .field { max-width: none; }
fieldset { border: 1px solid var(--line); border-radius: var(--radius); padding: var(--gap-2) var(--gap-4) var(--gap-3); }
fieldset label, .inline label { display: block; padding: .2rem 0; font-weight: 400; }
fieldset .field > label { font-weight: 600; }
fieldset .choice-of-scope { margin-inline-start: 1.6rem; }
fieldset > p { margin: 0 0 var(--gap-3); }
label:has([type="checkbox"]) { padding-inline-start: 1.5rem; text-indent: -1.5rem; }
label, legend, dt { font-weight: 600; }
.hint { margin: 0 0 var(--gap-1); color: var(--quiet); font-size: var(--small); }
.error { margin: var(--gap-1) 0 0; color: var(--bad); }
[aria-invalid="true"] { border-color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: var(--gap-2); align-items: end; margin: 0 0 var(--gap-4); max-width: none; }
.actions .field { margin: 0; }
.actions .field > label { display: block; color: var(--quiet); font-size: var(--small); }
.actions input, .actions select { width: auto; }
progress { display: block; width: 100%; max-width: 24rem; height: .75rem; margin-block-end: var(--gap-3); }
.tabs { display: flex; flex-wrap: wrap; gap: var(--gap-2); margin: 0 0 var(--gap-3); padding: 0; list-style: none; }
.tabs a { display: inline-flex; gap: var(--gap-1); padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--paper); color: var(--ink); text-decoration: none; }
.tabs a[aria-current] { background: var(--good-paper); border-color: var(--good-paper); color: var(--good); font-weight: 600; }
.menu { position: relative; display: inline-block; }
.menu > summary { list-style: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; padding: 0; color: var(--quiet); }
.menu > summary::-webkit-details-marker { display: none; }
.menu > summary:hover { background: var(--raised); }
.menu > div { position: absolute; inset-inline-end: 0; z-index: 2; min-width: 10rem; padding: var(--gap-1); background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow-high); }
.menu .button { display: flex; justify-content: start; border: 0; box-shadow: none; width: 100%; margin: 0; }
dialog { max-width: 38rem; width: calc(100% - 2rem); border: 1px solid var(--line); border-radius: var(--radius-card); background: var(--paper); color: inherit; padding: var(--gap-6); box-shadow: var(--shadow-high); }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dialog > :last-child, dialog form > :last-child { margin-block-end: 0; }
dialog h2 { margin-block-start: 0; font-size: var(--title); }
.field-expiresOn { display: none; }
form:has(option[value="on"]:checked) .field-expiresOn { display: block; }
@supports not selector(:has(a)) { .field-expiresOn { display: block; } }
@media (max-width: 47.99rem) { .actions > .field { flex: 1 1 9rem; } .actions input, .actions select { width: 100%; } }
`;
