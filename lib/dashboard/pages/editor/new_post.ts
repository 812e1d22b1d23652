import { requireWriter, type SavedText } from "../../../api/mod.ts";
import { html } from "../../../base/text/html.ts";
import type { PostInput } from "../../../content/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther, wantsJson } from "../../frame/answers.ts";
import { showPage } from "../../frame/layout.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { isSentFirst } from "../../form/form_id.ts";
import { type PageHandler, pathTo, publishesOwn, type Visit } from "../../visit.ts";
import {
  sentPostForm,
  postErrors,
  postFormFields,
  readContent,
  textsIn,
  valuesOf,
} from "../post_form/post_form_fields.ts";
import { referenceNotes, referenceSuggestions } from "../post_form/post_references.ts";
import { editorForm } from "./editor_form.ts";
import { editorHead } from "./editor_head.ts";
import { type EditorText, editorTextIn, isSameText, textOfShown, toTextInput } from "./editor_text.ts";
import { newSettings } from "./post_settings.ts";
import { proceed, refusedJson, refusedPage, savedJson } from "./save_working_copy.ts";

/** Number of posts among which the result of a repeated form is looked for. */
const mostRepeated = 10;

/** Shows the editor of a new post. Nothing is written before its text is sent. */
export const showNewPost: PageHandler = async (visit) => newPostPage(visit);

/** Shows the text of a sent form again. Nothing is written. */
export async function showNewPostAgain(visit: Visit, problem: FormProblem): Promise<PreparedResponse> {
  return newPostPage(visit, problem);
}

async function newPostPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requireWriter(visit.actor);
  const fields = postFormFields(visit);
  const text = newText(visit);
  const [textKey, notes, suggestions] = await Promise.all([
    visit.api.sessions.textKeyOf(visit.user.id),
    referenceNotes(visit, fields, text),
    referenceSuggestions(visit, fields),
  ]);
  const errors = postErrors(problem?.fields);
  const settings = { ...(problem !== undefined && { sent: visit.form }) };
  const body = html`<div class="editor">
${editorForm(visit, { text, fields, textKey, isStored: problem === undefined, errors, notes, suggestions, settings })}
<aside id="rail" class="rail" aria-label="Check" data-editor-rail></aside>
</div>`;
  return showPage(visit, {
    title: "New post",
    head: editorHead(visit, { status: "draft", publishes: publishesOwn(visit) }),
    section: "posts",
    style: "editor.css",
    script: "editor.js",
    body,
    problem,
  });
}

/** Returns the text of the form, which is Markdown unless the form says otherwise. */
function newText(visit: Visit): EditorText {
  const { form } = visit;
  const { format, dialect, ...text } = editorTextIn(form, postFormFields(visit));
  return { ...text, format, dialect: format === "html" ? "" : dialect || "editor" };
}

/** Creates a draft from the text of the editor or from an uploaded file. The button decides the next step, as for every text. */
export const createPost: PageHandler = async (visit) => {
  const file = visit.form.get("file");
  if (file instanceof File && file.size > 0) return createFromFile(visit);
  const text = newText(visit);
  let saved: SavedText;
  try {
    const input = toTextInput(text, postFormFields(visit));
    saved = (await findRepeated(visit, text)) ?? (await visit.api.admin.posts.text.start(visit.actor, input));
  } catch (error) {
    if (wantsJson(visit.request)) return refusedJson(visit, text, error);
    return orShowAgain(
      () => Promise.reject(error),
      (problem) => newPostPage(visit, problem),
      sentPostForm(visit),
    );
  }
  if (wantsJson(visit.request)) return savedJson(visit, saved);
  const { post, version, baseTag: tag } = saved;
  const started = { ...visit, params: { ...visit.params, slug: post.slug } };
  try {
    return await proceed(started, saved, "post-created");
  } catch (error) {
    return refusedPage(started, { ...text, version, tag }, error);
  }
};

/** Finds the draft that an earlier request with this form has created. Its response was lost, or the form was sent twice. */
async function findRepeated(visit: Visit, text: EditorText): Promise<SavedText | undefined> {
  if (await isSentFirst(visit, "posts:write-own")) return undefined;
  const { api, actor } = visit;
  const fields = postFormFields(visit);
  // The draft has the organization's values in some fields that were empty.
  const filled = Object.fromEntries(Object.entries(text).filter(([, value]) => value !== ""));
  const { posts } = await api.admin.posts.list(actor, { sort: "-createdAt", limit: mostRepeated });
  for (const { slug, status, name } of posts) {
    if (status !== "draft" || (text.name !== "" && name !== text.name)) continue;
    const shown = await api.admin.posts.text.get({ actor, slug });
    const stored = textOfShown(shown, fields);
    if (isSameText({ ...stored, ...filled, content: text.content }, stored, fields)) return shown;
  }
  return undefined;
}

/** Creates a draft from an uploaded file. Filled fields of the form override its front matter. */
async function createFromFile(visit: Visit): Promise<PreparedResponse> {
  return orShowAgain(
    async () => {
      const { form, api, actor } = visit;
      const fields = postFormFields(visit);
      const { custom = {}, ...own } = valuesOf(textsIn(form, fields), fields);
      const values = {
        ...own,
        ...(Object.keys(custom).length > 0 && { custom }),
        ...(newSettings(visit) as Partial<PostInput>),
        status: "draft" as const,
      };
      const { format, text } = await readContent(form);
      const upload =
        format === "markdown" ? { ...values, markdown: text } : { ...(values as PostInput), html: text };
      const { slug } = await api.admin.posts.create(actor, upload);
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`)}?done=post-created`);
    },
    (problem) => newPostPage(visit, problem),
    sentPostForm(visit),
  );
}
