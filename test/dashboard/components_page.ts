import { badge } from "../../lib/dashboard/design/badge.ts";
import { emptyState } from "../../lib/dashboard/design/empty_state.ts";
import { figureCard } from "../../lib/dashboard/design/figure_card.ts";
import { icon, type IconName } from "../../lib/dashboard/design/icon.ts";
import { iconShapes } from "../../lib/dashboard/design/icon_shapes.ts";
import { menu } from "../../lib/dashboard/design/menu.ts";
import { paging } from "../../lib/dashboard/design/paging.ts";
import { tabs } from "../../lib/dashboard/design/tabs.ts";
import { inputField, selectField, textField } from "../../lib/dashboard/design/field.ts";
import { style } from "../../lib/dashboard/style.ts";
import { html, Html } from "../../lib/html.ts";

/** Every component of the dashboard's design, with the states that it can have. */
const components: readonly (readonly [name: string, shown: Html])[] = [
  [
    "Buttons",
    html`<p class="actions"><button class="main-action">${icon("plus")}Main action</button>
<button>Action</button> <a class="button" href="#link">Link as a button</a> <button class="danger">Delete</button>
<button disabled>Not available</button></p>`,
  ],
  [
    "Fields",
    html`<form>
${inputField({ name: "title", label: "Title", hint: "At most 500 characters", value: "Wie lange gilt ein Schlüssel?" })}
${inputField({ name: "language", label: "Language", value: "nowhere", errors: { language: "must be a BCP 47 tag such as en-US" } })}
${selectField({ name: "order", label: "Order", value: "new", choices: [["new", "Newest first"]] })}
${textField({ name: "text", label: "Text", rows: 3, value: "كم يوما يعمل المفتاح؟" })}
<fieldset><legend>Permissions</legend><label><input type="checkbox" checked> posts:read</label>
<label><input type="checkbox"> posts:write</label></fieldset>
</form>`,
  ],
  [
    "Badges",
    html`<p>${badge("good", "Published")} ${badge("soon", "Ends in 3 days")} ${badge("bad", "Revoked")} ${badge("info", "Scheduled")} ${badge("quiet", "Draft")} <span class="chip">tag</span></p>`,
  ],
  [
    "Cards",
    html`<div class="cards-row">${figureCard("Requests today", "1,284", "2% failed")}${figureCard("Posts", "10,000", "12 changed this week")}</div>`,
  ],
  [
    "Tabs",
    tabs("Views", [
      { label: "All", href: "#all", isCurrent: true, count: "1,284" },
      { label: "Drafts", href: "#drafts", isCurrent: false, count: "7" },
    ]),
  ],
  [
    "Table",
    html`<table class="cards"><caption>Keys</caption>
<thead><tr><th scope="col">Name</th><th scope="col">State</th><th scope="col" class="number">Requests</th><th scope="col">Actions</th></tr></thead>
<tbody>
<tr><th scope="row">Web site<p class="hint">pk_abc…</p></th><td data-label="State">${badge("good", "Live")}</td><td class="number" data-label="Requests">1,284</td><td>${menu("Actions on Web site", html`<a class="button" href="#roll">Roll</a>`)}</td></tr>
<tr><th scope="row">Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</th><td data-label="State">${badge("bad", "Revoked")}</td><td class="number" data-label="Requests">0</td><td></td></tr>
</tbody></table>
${paging({ shown: "26 to 50 of 200", previous: "#previous", next: "#next" })}`,
  ],
  [
    "Messages",
    html`<p class="notice" role="status">The post is published.</p>
<p class="problem" role="alert">The title is missing.</p>`,
  ],
  [
    "Empty state",
    emptyState(
      "file-text",
      "There are no posts yet.",
      html`<a class="button main-action" href="#new">New post</a>`,
    ),
  ],
  [
    "Facts",
    html`<dl class="facts"><dt>Owner</dt><dd>Ada Lovelace</dd><dt>Created</dt><dd><time datetime="2026-11-25T09:00:00Z">2026-11-25 09:00 UTC</time></dd></dl>`,
  ],
  [
    "Dialog",
    html`<dialog open aria-labelledby="dialog-title" class="shown-dialog"><h2 id="dialog-title">Delete the post?</h2>
<p><strong>How do keys expire?</strong> is deleted permanently, with its history.</p>
<p class="actions"><button class="danger">Delete</button><a class="button" href="#cancel">Cancel</a></p></dialog>`,
  ],
  [
    "Icons",
    html`<p class="actions">${(Object.keys(iconShapes) as IconName[]).map((name) => html`<span>${icon(name)} ${name}</span> `)}</p>`,
  ],
];

/** A page that shows every component of the dashboard's design. */
export const componentsPage: string = html`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Components</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(style)} .shown-dialog { position: static; }</style></head>
<body><main id="main" class="components">
<h1>Components</h1>
${components.map(([name, shown]) => html`<section aria-label="${name}"><h2>${name}</h2>\n${shown}</section>\n`)}
</main></body>
</html>`.text;
