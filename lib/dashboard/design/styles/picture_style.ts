/** Rules for lists of pictures, the page of a picture, and pictures that are being added to a post. */
export const pictureStyle: string = `
.picture-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); gap: var(--gap-4); margin: 0 0 var(--gap-4); padding: 0; list-style: none; }
.picture-grid li { min-width: 0; }
.picture-grid :is(a, button) { display: block; width: 100%; white-space: normal; color: inherit; font-weight: 550; text-align: start; text-decoration-color: var(--edge); }
.picture-grid button { padding: var(--gap-1); }
.picture-grid button span, .picture-name { display: block; padding-block: var(--gap-1); font-size: var(--small); overflow-wrap: anywhere; }
.picture-grid :is(img, .picture-icon) { display: block; width: 100%; height: auto; aspect-ratio: 1; object-fit: contain; border: 1px solid var(--line); border-radius: var(--radius); background: var(--raised); }
.picture-icon { display: grid; place-items: center; color: var(--quiet); }
.picture-icon .icon { width: 2.5rem; height: 2.5rem; }
.picture-grid .hint { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; }
.picture-upload .field { flex: 0 1 28rem; }
.picture-upload input { width: 100%; }
.picture-shown { position: relative; text-align: center; }
.picture-shown img { max-width: 100%; height: auto; max-height: 70vh; object-fit: contain; vertical-align: middle; background: var(--raised); }
.picture-shown:has(.focal-mark) img { cursor: crosshair; }
.focal-mark { position: absolute; width: 1.5rem; height: 1.5rem; border: 3px solid #fff; border-radius: 50%; outline: 2px solid #000; translate: -50% -50%; pointer-events: none; }
.focal-mark[hidden] { display: none; }
.picture-dialog { max-width: 56rem; }
.picture-dialog .picture-grid { max-height: 50vh; overflow-y: auto; padding: .3rem; }
.picture-dialog [role="search"] input { flex: 1 1 12rem; width: auto; }
.picture-dialog [hidden] { display: none; }
.picture-panel { position: sticky; inset-block-end: 0; z-index: 1; background: var(--paper); }
.picture-panel ul { margin: var(--gap-2) 0 0; padding: 0; list-style: none; display: grid; gap: var(--gap-2); max-height: min(40vh, 18rem); overflow-y: auto; }
.picture-row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2) var(--gap-3); padding: var(--gap-3) var(--gap-4); background: var(--paper); border: 1px solid var(--line); border-inline-start: 4px solid var(--accent); border-radius: var(--radius); box-shadow: var(--shadow); }
.picture-row:has([role="alert"]) { border-inline-start-color: var(--bad); }
.picture-row > label { font-size: var(--small); overflow-wrap: anywhere; }
.picture-row > [hidden], .picture-state:empty { display: none; }
.picture-state { flex: 1 1 10rem; }
.picture-question { flex: 1 1 100%; }
.picture-state, .picture-question { display: flex; flex-wrap: wrap; align-items: center; gap: var(--gap-2) var(--gap-3); }
.picture-state bdi { font-weight: 600; overflow-wrap: anywhere; }
.picture-state progress { flex: 1 1 8rem; margin: 0; }
.picture-state :is(.error, .hint) { flex: 1 1 100%; margin: 0; }
.picture-question input { flex: 1 1 12rem; width: auto; }
.picture-question .error:empty { display: none; }
`;
