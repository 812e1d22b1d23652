import type { MarkdownConversion } from "../../../api/mod.ts";
import { textSteps } from "../../../faq/reading.ts";
import { runSteps } from "../../../base/yielding.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { linkButton, submitButton } from "../../design/components.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { seeOther } from "../../frame/answers.ts";
import { showPage, tokenInput } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { textOfShown } from "./editor_text.ts";
import { saveText } from "./save_working_copy.ts";
import { lineChanges } from "./text_changes.ts";

/** Characters of the longest HTML whose text is compared. It keeps the comparison below 250 ms. */
const longestCompared = 500_000;

/** Shows the changes of the text that readers see, if its HTML becomes Markdown. Nothing is written. */
export async function showConversion(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const path = pathToText(visit);
  const conversion = await convert(visit);
  if (conversion === null) return seeOther(`${path}/edit`);
  const { before, after, shown } = conversion;
  const text = textOfShown(shown, postFormFields(visit));
  const body = html`<p>The text becomes unpublished changes in Markdown. Readers see them when you publish. Styles, classes and ids of its elements are left out.</p>
${await comparison(before, after, text.inLanguage)}
<form method="post" action="${path}/edit/markdown" class="actions">
${tokenInput(visit)}<input type="hidden" name="version" value="${text.version}"><input type="hidden" name="tag" value="${text.tag}">
${submitButton("Edit as Markdown", { tone: "main" })}
${linkButton("Keep the HTML", `${path}/edit`)}
</form>`;
  const lead = html`The words that readers see, before and after`;
  return showPage(visit, {
    title: `Edit ${shown.post.slug} as Markdown`,
    lead,
    section: "posts",
    style: "editor.css",
    body,
    problem,
  });
}

/** Saves the text as Markdown in the working copy, if it is still the text that the page showed. */
export const convertText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { form } = visit;
      const conversion = await convert(visit);
      if (conversion === null) return seeOther(`${pathToText(visit)}/edit`);
      await saveText(visit, {
        ...textOfShown(conversion.shown, postFormFields(visit)),
        format: "markdown",
        dialect: conversion.markdownDialect,
        content: conversion.markdown,
        version: textOf(form, "version"),
        tag: textOf(form, "tag"),
      });
      return seeOther(`${pathToText(visit)}/edit?done=copy-saved`);
    },
    (problem) => showConversion(visit, problem),
  );

async function convert({ api, actor, params }: Visit): Promise<MarkdownConversion | null> {
  return api.admin.posts.workingCopy.toMarkdown({ actor, slug: params["slug"] ?? "" });
}

async function comparison(before: string, after: string, language: string): Promise<Html> {
  if (Math.max(before.length, after.length) > longestCompared) {
    return html`<p>The text is too long to be compared. Read it in the preview before you publish.</p>`;
  }
  const [one, other] = [await runSteps(textSteps(before)), await runSteps(textSteps(after))];
  return one === other
    ? html`<p>Readers see the same words.</p>`
    : html`<h2>Words that change</h2>
${lineChanges(one, other, language)}`;
}

function pathToText(visit: Visit): string {
  return pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}`);
}
