import { html, Html, type HtmlValue } from "../../base/text/html.ts";

/**
 * Shapes of the icons, from Lucide 1.62.0 (https://lucide.dev), without its frame of 24 by 24.
 *
 * Copyright (c) Lucide Icons and Contributors, ISC License: see `lucide_license.txt`.
 */
export const iconShapes = {
  "book-open":
    '<path d="M12 5v16"/><path d="M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z"/>',
  "chart-column":
    '<path d="M3 3v16a2 2 0 0 0 2 2h16"/><path d="M18 17V9"/><path d="M13 17V5"/><path d="M8 17v-3"/>',
  "chevron-left": '<path d="m15 18-6-6 6-6"/>',
  "chevron-right": '<path d="m9 18 6-6-6-6"/>',
  download:
    '<path d="M12 15V3"/><path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4"/><path d="m7 10 5 5 5-5"/>',
  ellipsis: '<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/><circle cx="5" cy="12" r="1"/>',
  "file-text":
    '<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5"/><path d="M10 9H8"/><path d="M16 13H8"/><path d="M16 17H8"/>',
  house:
    '<path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8"/><path d="M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/>',
  image:
    '<rect width="18" height="18" x="3" y="3" rx="2" ry="2"/><circle cx="9" cy="9" r="2"/><path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21"/>',
  inbox:
    '<polyline points="22 12 16 12 14 15 10 15 8 12 2 12"/><path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z"/>',
  "key-round":
    '<path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"/><circle cx="16.5" cy="7.5" r=".5" fill="currentColor"/>',
  list: '<path d="M3 5h.01"/><path d="M3 12h.01"/><path d="M3 19h.01"/><path d="M8 5h13"/><path d="M8 12h13"/><path d="M8 19h13"/>',
  mail: '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/>',
  menu: '<path d="M4 5h16"/><path d="M4 12h16"/><path d="M4 19h16"/>',
  plus: '<path d="M5 12h14"/><path d="M12 5v14"/>',
  "scroll-text":
    '<path d="M15 12h-5"/><path d="M15 8h-5"/><path d="M19 17V5a2 2 0 0 0-2-2H4"/><path d="M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3"/>',
  search: '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>',
  settings:
    '<path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915"/><circle cx="12" cy="12" r="3"/>',
  "user-round": '<circle cx="12" cy="8" r="5"/><path d="M20 21a8 8 0 0 0-16 0"/>',
  users:
    '<path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2"/><path d="M16 3.128a4 4 0 0 1 0 7.744"/><path d="M22 21v-2a4 4 0 0 0-3-3.87"/><circle cx="9" cy="7" r="4"/>',
  webhook:
    '<path d="M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2"/><path d="m6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06"/><path d="m12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8"/>',
} as const;

/** Content of a card. */
export interface Card {
  title: string;
  body: HtmlValue;
  /** Link, button or views at the end of the heading's row. */
  beside?: Html | false;
  /** Target of links to the card. */
  id?: string;
  /** True if the body, such as a table or a list, reaches the edges of the card. */
  isFlush?: boolean;
}

/** Renders a part of a page as a card with a heading. */
export function card({ title, body, beside, id, isFlush = false }: Card): Html {
  const label =
    id === undefined ? html` aria-label="${title}"` : html` id="${id}" aria-labelledby="${id}-title"`;
  return html`<section class="card${isFlush && " flush"}"${label}>
<div class="card-head"><h2${id !== undefined && html` id="${id}-title"`}>${title}</h2>${beside}</div>
${body}
</section>`;
}

export type IconName = keyof typeof iconShapes;

/** Renders an icon inline. A word beside it gives its meaning, so readers of the page's text skip the icon. */
export function icon(name: IconName): Html {
  return new Html(
    `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">${iconShapes[name]}</svg>`,
  );
}

/** Rank of a button. `main` is the next step of a page, which has at most one. `danger` is for actions that cannot be undone. */
export type ButtonTone = "main" | "danger";

/** Look of a button. */
interface ButtonOptions {
  /** Default: neither the next step nor dangerous. */
  tone?: ButtonTone | undefined;
  /** Shown before the label. */
  icon?: IconName;
  /** End of the label that only screen readers announce, such as the name of the row. It starts with a space. */
  about?: HtmlValue;
  /** Opens the linked page, or the response to the form, as a dialog. The script does this. */
  isDialog?: boolean;
  /** Further attributes, such as the `name` and `value` that a form sends. They start with a space. */
  attributes?: Html;
}

/** Renders a button that sends its form. */
export function submitButton(label: HtmlValue, options: ButtonOptions = {}): Html {
  const style = classOf(options);
  return html`<button type="submit"${style !== "" && html` class="${style}"`}${marksOf(options)}>${contentOf(label, options)}</button>`;
}

/** Renders a link that looks like a button: it leads to a page where an action starts. */
export function linkButton(label: HtmlValue, href: string, options: ButtonOptions = {}): Html {
  const style = ["button", classOf(options)].filter(Boolean).join(" ");
  return html`<a class="${style}"${marksOf(options)} href="${href}">${contentOf(label, options)}</a>`;
}

function classOf({ tone }: ButtonOptions): string {
  if (tone === undefined) return "";
  return tone === "main" ? "main-action" : "danger";
}

function marksOf({ isDialog = false, attributes }: ButtonOptions): Html {
  return html`${isDialog && html` data-dialog`}${attributes}`;
}

function contentOf(label: HtmlValue, { icon: name, about }: ButtonOptions): Html {
  return html`${name && icon(name)}${label}${about !== undefined && html`<span class="hidden">${about}</span>`}`;
}

/** Meaning of a badge, shown by its color. */
export type BadgeTone = "good" | "soon" | "bad" | "info" | "quiet";

/** Renders a state as a dot and a word, so that the color is never the only sign. */
export function badge(tone: BadgeTone, label: HtmlValue): Html {
  return html`<span class="tag${tone !== "quiet" && ` tag-${tone}`}">${label}</span>`;
}

/** Meaning of a message. `problem` is for faults and refused forms. */
type MessageTone = "note" | "problem";

/**
 * Renders a message that stays at its place in the page.
 *
 * @param role `alert` or `status` if the message is the result of a form. Default: screen readers announce it as a part of the page.
 */
export function message(tone: MessageTone, body: HtmlValue, role?: "alert" | "status"): Html {
  const style = tone === "problem" ? "problem" : "notice";
  return html`<div class="${style}"${role !== undefined && html` role="${role}"`}>${body}</div>`;
}

/** Feedback after an action. */
interface Toast {
  /** The result in one or two sentences. */
  text: HtmlValue;
  /** Form or link that reverts or continues the action. The toast then stays until it is closed. */
  action?: Html | false;
}

/**
 * Renders the feedback after an action that succeeded. The script announces the text once and adds a button that closes the toast. It hides the
 * toast after 10 seconds, except while the toast has the pointer or the focus, or if it has an action. Without a script the toast is a message in
 * the page.
 *
 * Failures, and results with a next step, are a `message` in the page instead: people compare them with the form, and return to them.
 */
export function toast({ text, action }: Toast): Html {
  return html`<div class="toast"><p role="status">${text}</p>${action}</div>`;
}

/** Renders the place of a list without entries: a sentence, and the next step. */
export function emptyState(name: IconName, text: HtmlValue, action?: Html | false): Html {
  return html`<div class="empty">${icon(name)}
<p>${text}</p>
${action}</div>`;
}

/** Renders a number or a word with its label, and a sentence about it. */
export function figureCard(label: string, figure: HtmlValue, detail: HtmlValue): Html {
  return html`<div class="card"><p class="label">${label}</p>
<p class="figure">${figure}</p>
<p class="hint">${detail}</p></div>
`;
}

/** Renders the actions of a row behind a button. Opens without a script. */
export function menu(label: string, items: Html): Html {
  return html`<details class="menu" name="row-menu"><summary>${icon("ellipsis")}<span class="hidden">${label}</span></summary>
<div>${items}</div></details>`;
}

/** A view of a list. */
interface Tab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Number of entries in the view. */
  count?: string;
}

/** Renders the views of a list as links, which work without a script. */
export function tabs(label: string, views: readonly Tab[]): Html {
  return html`<nav aria-label="${label}"><ul class="tabs">
${views.map(
  ({ label: name, href, isCurrent, count }) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${name}${count !== undefined && ` ${count}`}</a></li>\n`,
)}</ul></nav>`;
}

/** A question that a form answers. */
interface Dialog {
  /** Path that receives the form. */
  action: string;
  /** The effect of the action and the fields, with the form token. */
  body: Html;
  /** Button that confirms. */
  confirm: Html;
  /** Path of the page to return to on cancel. */
  cancel: string;
}

/**
 * Renders a question as a form on its own page. A button with `isDialog` leads to the page. The script shows the form, with the title of its
 * page, as a modal dialog instead.
 */
export function dialog({ action, body, confirm, cancel }: Dialog): Html {
  return html`<form method="post" action="${action}" data-question>
${body}
<p class="actions">${confirm}
${linkButton("Cancel", cancel, { attributes: html` data-cancel` })}</p>
</form>`;
}

/** Something that a visitor may have to act on, or that is in order. */
export interface Attention {
  tone: "good" | "soon" | "bad";
  /** The present state, in one sentence. */
  text: HtmlValue;
  /** The facts, and a link to the next step. */
  detail?: HtmlValue;
}

/** Renders the points with a dot each. The text alone names the fault, so the color is never the only sign. */
export function attentionList(points: readonly Attention[]): Html {
  return html`<ul class="attention">
${points.map(
  ({ tone, text, detail }) =>
    html`<li class="attention-${tone}">${text}${detail !== undefined && html`<p class="hint">${detail}</p>`}</li>\n`,
)}</ul>`;
}

/** State of a step. `next` is the first that is not done. */
type StepState = "done" | "next" | "open";

/** A step of a task. */
export interface Step {
  state: StepState;
  title: string;
  text: HtmlValue;
  /** Returns links or a button that do the step. The first has the given tone, so that the next step has the main action. */
  action?: ((tone: ButtonTone | undefined) => Html) | false | undefined;
}

const badges: Readonly<Record<StepState, readonly [BadgeTone, string]>> = {
  done: ["good", "Done"],
  next: ["info", "Next"],
  open: ["quiet", "Open"],
};

/** Renders the steps of a task with their states. */
export function steps(all: readonly Step[]): Html {
  return html`<ol class="steps">
${all.map(({ state, title, text, action }) => {
  const [tone, label] = badges[state];
  return html`<li class="step-${state}"><div><h3>${title} ${badge(tone, label)}</h3>
<p>${text}</p></div>
${action && html`<div class="actions">${action(state === "next" ? "main" : undefined)}</div>`}</li>\n`;
})}</ol>`;
}

/** Head of a page. */
export interface PageHeader {
  title: string;
  /** Language of the title, if it is content. */
  titleLanguage?: string;
  /** Sentence below the title. */
  lead?: HtmlValue;
  /** Buttons at the right of the title. At most one button of the page is its main action. */
  action?: Html | false;
}

/** Renders the title of a page with its lead and its actions. Narrow screens show the actions below the title if they do not fit beside it. */
export function pageHeader({ title, titleLanguage, lead, action }: PageHeader): Html {
  return html`<div class="page-head"><div>
<h1${titleLanguage !== undefined && html` lang="${titleLanguage}" dir="auto"`}>${title}</h1>
${lead !== undefined && html`<p class="lead">${lead}</p>`}
</div>
${action && html`<div class="actions">${action}</div>`}</div>`;
}
