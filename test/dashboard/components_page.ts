import {
  attentionList,
  badge,
  linkButton,
  submitButton,
  card,
  icon,
  type IconName,
  iconShapes,
  message,
  toast,
  emptyState,
  figureCard,
  menu,
  tabs,
  dialog,
  steps,
  pageHeader,
} from "../../lib/dashboard/design/components.ts";
import { fileField, inputField, selectField, textField } from "../../lib/dashboard/design/field.ts";
import { paging } from "../../lib/dashboard/frame/paging.ts";
import { quotaMeter } from "../../lib/dashboard/design/charts/quota_meter.ts";
import { type Ranked, ranking } from "../../lib/dashboard/design/charts/ranking.ts";
import { stackedDays } from "../../lib/dashboard/design/charts/stacked_days.ts";
import { table } from "../../lib/dashboard/design/table.ts";
import { style } from "../../lib/dashboard/assets/style.ts";
import { html, Html } from "../../lib/base/text/html.ts";

/** Rows of the shown table. */
const keys = [
  { name: "Web site", start: "pk_abc…", requests: "1,284", isLive: true },
  {
    name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    start: "pk_def…",
    requests: "0",
    isLive: false,
  },
];

/** Every component of the dashboard's design, with the states that it can have. */
const components: readonly (readonly [name: string, shown: Html])[] = [
  [
    "Page header",
    pageHeader({
      title: "API Keys",
      lead: "A key works for Acme only.",
      action: html`${linkButton("Import", "#import")} ${linkButton("Generate API Key", "#new", { tone: "main", icon: "plus" })}`,
    }),
  ],
  [
    "Buttons",
    html`<p class="actions">${submitButton("Main action", { tone: "main", icon: "plus" })} ${submitButton("Action")}
${linkButton("Link as a button", "#link")} ${submitButton("Delete", { tone: "danger" })}
${submitButton("Not available", { attributes: html` disabled` })}</p>`,
  ],
  [
    "Fields",
    html`<form>
${inputField({ name: "title", label: "Title", hint: "At most 500 characters", value: "Wie lange gilt ein Schlüssel?" })}
${inputField({ name: "language", label: "Language", value: "nowhere", errors: { language: "must be a BCP 47 tag such as en-US" } })}
${selectField({ name: "order", label: "Order", value: "new", choices: [["new", "Newest first"]] })}
${textField({ name: "text", label: "Text", rows: 3, value: "كم يوما يعمل المفتاح؟" })}
${fileField({ name: "file", label: "File", accept: ".zip" })}
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
    html`<div class="cards-row">${figureCard("Requests today", "1,284", quotaMeter(1_284, 2_000, "Part of today's requests"))}${figureCard("Posts", "10,000", "12 changed this week")}</div>
<div class="columns">${card({
      title: "Posts most read",
      beside: html`<a href="#all">All posts</a>`,
      body: ranking(
        [ranked("How do keys expire?", 120), ranked("Wie lange dauert eine Lieferung?", 31)],
        "reads",
      ),
    })}${card({
      title: "Needs attention",
      isFlush: true,
      body: attentionList([
        { tone: "soon", text: "One key expires on Friday.", detail: html`<a href="#roll">Roll it</a>` },
        { tone: "bad", text: "A webhook fails." },
        { tone: "good", text: "The sitemap is on your site." },
      ]),
    })}</div>`,
  ],
  [
    "Steps",
    steps([
      { state: "done", title: "Site URL", text: "https://acme.example responds." },
      {
        state: "next",
        title: "First post",
        text: "Publish a post, or import your posts.",
        action: (tone) => linkButton("Write", "#write", { tone }),
      },
      { state: "open", title: "API key", text: "Programs identify themselves with a key." },
    ]),
  ],
  [
    "Chart",
    stackedDays({
      id: "chart-title",
      title: "Requests on each of the last 3 days",
      dates: ["2026-11-23", "2026-11-24", "2026-11-25"],
      series: [
        { name: "Web site", style: "s0", values: [120, 80, 140] },
        { name: "Refused (429)", style: "refused", values: [0, 12, 3] },
      ],
      caption: "Requests on each UTC day, newest first",
      height: 160,
    }),
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
    html`${table({
      caption: "Keys",
      columns: [
        {
          label: "Name",
          kind: "heading",
          cell: ({ name, start }) => html`${name}<p class="hint">${start}</p>`,
        },
        { label: "State", cell: ({ isLive }) => (isLive ? badge("good", "Live") : badge("bad", "Revoked")) },
        { label: "Requests", kind: "number", cell: ({ requests }) => requests },
        {
          label: "Actions",
          kind: "actions",
          cell: ({ name, isLive }) => isLive && menu(`Actions on ${name}`, linkButton("Roll", "#roll")),
        },
      ],
      rows: keys,
    })}
${paging({ shown: "26–50 of 200", previous: "#previous", next: "#next" })}`,
  ],
  [
    "Messages",
    html`${message("note", "This post has unpublished changes.")}
${message("problem", "The title is missing.", "alert")}`,
  ],
  [
    "Toasts",
    html`${toast({ text: "The post is published." })}
${toast({ text: "2 posts archived.", action: html`<form>${submitButton("Undo")}</form>` })}`,
  ],
  [
    "Empty state",
    emptyState("file-text", "There are no posts yet.", linkButton("New post", "#new", { tone: "main" })),
  ],
  [
    "Facts",
    html`<dl class="facts"><dt>Owner</dt><dd>Ada Lovelace</dd><dt>Created</dt><dd><time datetime="2026-11-25T09:00:00Z">2026-11-25 09:00 UTC</time></dd></dl>`,
  ],
  [
    "Dialog",
    html`<dialog open aria-labelledby="dialog-title" class="shown-dialog"><h2 id="dialog-title">Delete the post?</h2>
${dialog({
  action: "#delete",
  body: html`<p><strong>How do keys expire?</strong> is deleted permanently, with its history.</p>`,
  confirm: submitButton("Delete", { tone: "danger" }),
  cancel: "#cancel",
})}</dialog>`,
  ],
  [
    "Command palette",
    html`<dialog open class="palette shown-dialog" aria-label="Commands">
<input type="text" role="combobox" aria-label="Search posts, keys and pages" aria-expanded="true" aria-controls="palette-list" aria-activedescendant="palette-first" value="key">
<div role="listbox" id="palette-list" aria-label="Results" tabindex="-1">
<div role="group" aria-labelledby="palette-keys"><div class="palette-group" id="palette-keys" role="presentation">API keys</div>
<div role="option" id="palette-first" aria-selected="true"><span class="palette-label">Web site</span><span class="hint">live</span></div>
<div role="option" aria-selected="false"><span class="palette-label">Search crawler</span><span class="hint">expires in 3 days</span></div></div>
</div>
<p class="hint" role="status">2 results</p><p class="hint palette-keys"><kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd></p></dialog>`,
  ],
  [
    "Icons",
    html`<p class="actions">${(Object.keys(iconShapes) as IconName[]).map((name) => html`<span>${icon(name)} ${name}</span> `)}</p>`,
  ],
];

function ranked(name: string, count: number): Ranked {
  return { name: html`${name}`, count };
}

/** A page that shows every component of the dashboard's design. */
export const componentsPage: string = html`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Components</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(style)} .shown-dialog { position: static; } .toast { position: static; }</style></head>
<body><main id="main" class="components">
${components.map(([name, shown]) => html`<section aria-label="${name}"><h2>${name}</h2>\n${shown}</section>\n`)}
</main></body>
</html>`.text;
