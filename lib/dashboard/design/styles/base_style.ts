/** Rules for the elements of every page, before any component. */
export const baseStyle: string = `
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: var(--text)/1.5 system-ui, sans-serif; overflow-wrap: break-word; scrollbar-gutter: stable; }
a { color: var(--accent); text-underline-offset: .15em; }
h1, h2, h3 { line-height: 1.3; text-wrap: balance; }
h1 { font-size: var(--title); margin: 0; font-weight: 650; }
h2 { font-size: var(--large); margin: var(--gap-8) 0 var(--gap-3); font-weight: 650; }
h3 { font-size: var(--text); margin: var(--gap-4) 0 var(--gap-1); }
p { margin: 0 0 var(--gap-3); max-width: 46rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.hidden, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { position: fixed; inset: .5rem auto auto .5rem; padding: .5rem 1rem; background: var(--paper); z-index: 3; }
main h1, dd, dt, li { overflow-wrap: anywhere; }
main h1, tbody th, td, dd { hyphens: auto; }
summary { cursor: pointer; padding: .35rem .25rem; border-radius: var(--radius); }
pre { overflow: auto; max-height: 28rem; padding: var(--gap-3); background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); font-size: var(--small); white-space: pre-wrap; margin: var(--gap-2) 0 var(--gap-4); }
code, textarea, pre { font-family: var(--mono); }
code { font-size: .93em; hyphens: none; }
iframe { width: 100%; height: 28rem; border: 1px solid var(--line); border-radius: var(--radius-card); background: #fff; color-scheme: light; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; }
figure { margin: 0; }
blockquote { margin: var(--gap-2) 0; padding-inline-start: var(--gap-3); border-inline-start: 2px solid var(--edge); white-space: pre-line; overflow-wrap: anywhere; }
.icon { width: 1.125rem; height: 1.125rem; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.icon:dir(rtl):is(.icon-chevron-left, .icon-chevron-right) { transform: scaleX(-1); }
@media (prefers-reduced-motion: no-preference) { a, button { transition: background-color .1s; } }
`;
