/** Rules for the frame of a page: the sidebar, which is a top bar with a menu on narrow screens, and the page header. */
export const frameStyle: string = `
.top { display: flex; align-items: center; gap: var(--gap-3); padding: var(--gap-2) var(--gap-4); border-block-end: 1px solid var(--line); background: var(--raised); }
.top p { margin: 0; }
.brand { font-weight: 700; font-size: var(--large); }
.brand a { color: inherit; text-decoration: none; display: flex; align-items: center; gap: var(--gap-2); }
.brand a::before { content: "P"; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: var(--radius); background: var(--accent); color: var(--on-accent); font-size: var(--text); }
.menu-button { margin-inline-start: auto; }
.side { color: inherit; }
.side nav ul { list-style: none; margin: 0; padding: 0; }
.side nav a { display: flex; align-items: center; gap: var(--gap-3); padding: .4rem .6rem; border: 1px solid transparent; border-radius: var(--radius); text-decoration: none; color: var(--quiet); min-height: 2.25rem; }
.side nav a:hover { color: var(--ink); background: var(--paper); }
.side nav a[aria-current] { background: var(--paper); border-color: var(--line); color: var(--ink); font-weight: 600; box-shadow: var(--shadow); }
.sections p { margin: var(--gap-4) .6rem var(--gap-1); color: var(--quiet); font-size: var(--small); font-weight: 600; }
.organization { padding: .35rem .6rem; font-weight: 600; }
.switcher { margin-block-end: var(--gap-2); }
.switcher summary, .account summary { padding: .4rem .6rem; font-weight: 600; overflow-wrap: anywhere; }
p.account { padding: .4rem .6rem; }
.account form { margin: var(--gap-2) .6rem; }
.account button { width: 100%; }
.invited { padding: .4rem .6rem; }
main { padding: var(--gap-6) var(--gap-4) 4rem; min-width: 0; }
.alone { max-width: 32rem; margin: 10vh auto 0; }
.alone h1 { margin: var(--gap-4) 0; }
.client-host { margin: var(--gap-4) 0; font-size: 1.6rem; font-weight: 700; overflow-wrap: anywhere; }
form:has([name="key"][value="new"]:not(:checked)) .new-key { display: none; }
.page-head { display: flex; flex-wrap: wrap; gap: var(--gap-2) var(--gap-4); align-items: center; margin-block-end: var(--gap-4); }
.page-head > :first-child { flex: 1 1 18rem; min-width: 0; }
.page-head > .actions { margin: 0; }
.page-head .lead { margin: .15rem 0 0; color: var(--quiet); }
@media (min-width: 60rem) {
  body:has(.frame) { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); }
  body:has(.frame) .top { display: block; position: sticky; inset-block-start: 0; align-self: start; height: 100vh; overflow-y: auto; padding: var(--gap-4) var(--gap-3); border: 0; border-inline-end: 1px solid var(--line); }
  .top .brand { padding: 0 .6rem var(--gap-3); }
  .menu-button { display: none; }
  .side { display: flex; flex-direction: column; position: static; width: auto; height: auto; min-height: calc(100vh - 5.5rem); margin: 0; padding: 0; border: 0; background: none; overflow: visible; }
  .account { margin-block-start: auto; border-block-start: 1px solid var(--line); padding-block-start: var(--gap-2); }
  main { padding: var(--gap-6) var(--gap-8) 4rem; max-width: 78rem; }
  .alone { padding: 0; }
}
@media (max-width: 47.99rem) { .page-head > :first-child { flex-basis: auto; } }
@media (max-width: 59.99rem) {
  .side { inset: 3.75rem .5rem auto; margin: 0; width: auto; max-height: calc(100vh - 4.5rem); padding: var(--gap-3); background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius-card); box-shadow: var(--shadow-high); overflow-y: auto; }
  .account { margin-block-start: var(--gap-3); border-block-start: 1px solid var(--line); }
}
@media (forced-colors: active) { .side nav a[aria-current] { border-color: Highlight; } .brand a::before { border: 1px solid; } }
`;
