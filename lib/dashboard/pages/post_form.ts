import { requirePermitted } from "../../admin/mod.ts";
import type { PostInput, PostStatus } from "../../content/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { seeOther } from "../answers.ts";
import { submitButton } from "../design/button.ts";
import { fileField, inputField, selectField, textField } from "../design/field.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orShowAgain } from "../form_problem.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { textOf } from "../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { readContent, readFields } from "./post_fields.ts";

/** Shows the form of a new post. */
export const askForPost: PageHandler = async (visit) => newPostPage(visit);

/** Creates a post from the pasted text or the uploaded file. */
export const createPost: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { form, api, actor } = visit;
      const fields = readFields(form, ["slug", "status"]);
      const { format, text } = await readContent(form);
      const upload =
        format === "markdown" ? { ...fields, markdown: text } : { ...(fields as PostInput), html: text };
      const { slug } = await api.admin.posts.create(actor, upload);
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`)}?done=post-created`);
    },
    (problem) => newPostPage(visit, problem),
    { name: "title" },
  );

const statuses: readonly (readonly [PostStatus, string])[] = [
  ["draft", "Draft"],
  ["published", "Published now"],
];

async function newPostPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "posts:write");
  const { form } = visit;
  const errors = problem?.fields;
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
${textField({ name: "content", label: "Content", rows: 14, value: value("content"), errors: { ...errors, ...contentError(errors) } })}
${fileField({ name: "file", label: "Or a file", hint: ".md or .html. The file name decides the format.", accept: ".md,.markdown,.html,.htm" })}
${fieldInputs({ value, errors })}
${inputField({ name: "slug", label: "Slug", hint: "Created from the title if empty", value: value("slug"), errors })}
${selectField({ name: "status", label: "Status", value: value("status") || "draft", choices: statuses, errors })}
${submitButton("Create", { tone: "main" })}
</form>`;
  return formPage(visit, { title: "New post", section: "posts", body, problem });
}

function fieldInputs({
  value,
  errors,
}: {
  value: (name: string) => string;
  errors: FormProblem["fields"] | undefined;
}): Html {
  return html`${inputField({ name: "name", label: "Title", value: value("name"), longest: 500, errors })}
${inputField({ name: "description", label: "Description", value: value("description"), longest: 5000, errors })}
${textField({ name: "authors", label: "Authors", hint: "One per line", rows: 2, value: value("authors"), errors: { ...errors, ...authorsError(errors) } })}
${textField({ name: "tags", label: "Tags", hint: "One per line", rows: 3, value: value("tags"), errors })}
${inputField({ name: "articleSection", label: "Section", value: value("articleSection"), longest: 200, errors })}
${inputField({ name: "inLanguage", label: "Language", hint: "A BCP 47 tag such as en-US", value: value("inLanguage"), errors })}
${inputField({ name: "image", label: "Picture", hint: "Absolute URL", type: "url", value: value("image"), errors })}`;
}

/** Returns the error of the authors field. A single line is stored as `author`. */
function authorsError(errors: FormProblem["fields"] | undefined): Record<string, string> {
  const error = errors?.["authors"] ?? errors?.["author"];
  return error === undefined ? {} : { authors: error };
}

function contentError(errors: FormProblem["fields"] | undefined): Record<string, string> {
  const error = errors?.["markdown"] ?? errors?.["html"];
  return error === undefined ? {} : { content: error };
}
