import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

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
