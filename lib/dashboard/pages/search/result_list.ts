import type { AdminSearchResult } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { MatchField, SearchMatch } from "../../../search/mod.ts";
import { pathTo, type Visit } from "../../visit.ts";

const fieldLabels: Readonly<Record<MatchField, string>> = {
  title: "Title",
  question: "Question",
  heading: "Heading",
  tag: "Tag or author",
  text: "Text",
};

/** Renders results with their passages, and the reasons for which they match. */
export function resultList(visit: Visit, results: readonly AdminSearchResult[]): Html {
  return html`<ol class="results">
${results.map((result) => resultItem(visit, result))}</ol>`;
}

function resultItem(visit: Visit, result: AdminSearchResult): Html {
  const { type, slug, name, url, heading, inLanguage, passage, matches } = result;
  return html`<li>
<h3><a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a> <span class="chip">${type === "faq" ? "Question" : "Post"}</span></h3>
${heading !== undefined && html`<p class="hint" lang="${inLanguage}" dir="auto">${heading}</p>`}
${passage.text !== "" && html`<p class="passage" lang="${inLanguage}" dir="auto">${highlighted(passage)}</p>`}
<p class="hint"><a href="${url}" rel="noopener">Open the page<span class="hidden"> of ${heading ?? name}</span></a></p>
${matches.length > 0 && reasonsOf(matches)}
</li>
`;
}

/** Marks the found words of a passage. */
function highlighted({ text, highlights }: AdminSearchResult["passage"]): Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const { start, end } of highlights) {
    parts.push(html`${text.slice(at, start)}<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, html`${text.slice(at)}`];
}

function reasonsOf(matches: readonly SearchMatch[]): Html {
  const fields = [...new Set(matches.map(({ field }) => field))];
  const list = fields.map((field) => {
    const inField = matches.filter((match) => match.field === field);
    const reasons = inField.map((match, index) => html`${index > 0 && ", "}${reasonOf(match)}`);
    return html`<li>${fieldLabels[field]}: ${reasons}</li>\n`;
  });
  return html`<details>
<summary>Why it matches</summary>
<ul>
${list}</ul>
</details>`;
}

function reasonOf({ by, found, query }: SearchMatch): Html {
  const word = html`<b><bdi>${found}</bdi></b>`;
  const typed = html`<bdi>${query}</bdi>`;
  if (by === "word") return word;
  if (by === "phrase") return html`the phrase ${word}`;
  if (by === "form") return html`${word} (a form of “${typed}”)`;
  if (by === "prefix") return html`${word} (begins with “${typed}”)`;
  return html`${word} (like “${typed}” with a typo)`;
}
