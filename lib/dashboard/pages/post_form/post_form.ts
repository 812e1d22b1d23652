import { requirePermitted } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import type { PostInput, PostStatus } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { submitButton } from "../../design/components.ts";
import { fileField, inputField, selectField, textField } from "../../design/field.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import {
  fieldNames,
  postErrors,
  postFormFields,
  readContent,
  textsIn,
  valuesOf,
} from "./post_form_fields.ts";
import { referenceNotes, referenceSuggestions } from "./post_references.ts";

/** Creates a post from the pasted text or the uploaded file. */
export const createPost: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { form, api, actor } = visit;
      const formFields = postFormFields(visit);
      const { custom = {}, ...own } = valuesOf(textsIn(form, formFields), formFields);
      const [slug, status] = [textOf(form, "slug"), textOf(form, "status")];
      const fields = {
        ...own,
        ...(Object.keys(custom).length > 0 && { custom }),
        ...(slug !== "" && { slug }),
        ...(status !== "" && { status: status as PostStatus }),
      };
      const { format, text } = await readContent(form);
      const upload =
        format === "markdown" ? { ...fields, markdown: text } : { ...(fields as PostInput), html: text };
      const post = await api.admin.posts.create(actor, upload);
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(post.slug)}/edit`)}?done=post-created`);
    },
    (problem) => askForPost(visit, problem),
    fieldNames(visit),
  );

const statuses: readonly (readonly [PostStatus, string])[] = [
  ["draft", "Draft"],
  ["published", "Published now"],
];

/** Shows the form of a new post. */
export async function askForPost(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "posts:write");
  const { form } = visit;
  const errors = postErrors(problem?.fields);
  const fields = postFormFields(visit);
  const texts = textsIn(form, fields);
  const [notes, suggestions] = await Promise.all([
    referenceNotes(visit, fields, texts),
    referenceSuggestions(visit, fields),
  ]);
  const value = (name: string): string => textOf(form, name);
  const body = html`<form method="post" action="${pathTo(visit, "new-post")}" enctype="multipart/form-data" class="wide">
${tokenInput(visit)}
<p>Markdown front matter can set the title and the other fields. Values in this form override it.</p>
${selectField({
  name: "format",
  label: "Format",
  value: value("format") || "markdown",
  choices: [
    ["markdown", "Markdown"],
    ["html", "HTML"],
  ],
})}
${textField({ name: "content", label: "Content", rows: 14, value: value("content"), errors })}
${fileField({ name: "file", label: "Or a file", hint: ".md or .html. The file name decides the format.", accept: ".md,.markdown,.html,.htm" })}
${fields.map(({ name, render }) => html`${render({ value: texts[name] ?? "", errors, note: notes.get(name) })}\n`)}${suggestions}${inputField({ name: "slug", label: "Slug", hint: "Created from the title if empty", value: value("slug"), errors })}
${selectField({ name: "status", label: "Status", value: value("status") || "draft", choices: statuses, errors })}
${submitButton("Create", { tone: "main" })}
</form>`;
  return showPage(visit, { title: "New post", section: "posts", body, problem });
}
