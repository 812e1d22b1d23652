/** Style sheet of the documentation. It follows the system's light or dark mode, and uses one column on phones. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --text: #1c2128; --soft: #57606a; --line: #d8dee4; --back: #fff; --panel: #f6f8fa; --link: #0b57d0;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --soft: #9aa4af; --line: #30363d; --back: #101418; --panel: #191f26; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
nav { color: var(--soft); font-size: .9rem; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav ul ul { margin: 0 0 .6rem; padding-left: .8rem; }
nav p a { margin-right: .8rem; }
main { min-width: 0; }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus { text-decoration: underline; }
h1, h2, h3 { line-height: 1.2; margin: 2.2rem 0 .6rem; }
h1 { margin-top: 0; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
h4 { margin: 1.2rem 0 .4rem; }
p { margin: .5rem 0; max-width: 46rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; max-height: 24rem; overflow: auto; padding: .7rem; white-space: pre-wrap; }
.path { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .7rem; }
.path b { color: var(--link); margin-right: .4rem; }
dl { margin: .4rem 0; }
dt { border-top: 1px solid var(--line); padding-top: .4rem; }
dt span, small { color: var(--soft); font-size: .85rem; }
dd { margin: 0 0 .5rem; max-width: 46rem; }
summary { color: var(--link); cursor: pointer; font-size: .9rem; }
:target { outline: 2px solid var(--link); outline-offset: .4rem; border-radius: 4px; }
@media (min-width: 60rem) {
  body { display: grid; gap: 3rem; grid-template-columns: 15rem 1fr; padding: 2rem; }
  nav { align-self: start; max-height: calc(100vh - 4rem); overflow: auto; position: sticky; top: 2rem; }
}
`;
