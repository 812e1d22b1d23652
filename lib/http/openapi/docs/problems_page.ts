import { layout } from "./layout.ts";
import { html } from "../../../base/text/html.ts";
import { inline } from "./prose.ts";

/** Description of a problem on the page. */
export interface DescribedProblem {
  code: string;
  status: number;
  title: string;
  advice: string;
  example: string;
}

/** Renders the page of problems. The `type` of each problem links to its section. */
export function problemsPage(problems: readonly DescribedProblem[], server: string): string {
  const links = problems.map(({ code }) => html`<li><a href="#${code}">${code}</a></li>\n`);
  const sections = problems.map(
    ({ code, status, title, advice, example }) => html`<section id="${code}">
<h2><code>${code}</code></h2>
<p class="path"><b>${status}</b> ${title}</p>
<p>${inline(advice)}</p>
<p><small>For example: ${example}</small></p>
</section>
`,
  );
  const introduction = html`<p>Every error is a problem detail (RFC 9457) with the media type <code>application/problem+json</code>. Its <code>code</code> never changes.</p>\n`;
  const navigation = [html`<ul>\n${links}</ul>\n`];
  return layout({ title: "Problems", server, navigation, main: [introduction, ...sections] });
}
