import { postTag, statusAt, type StoredPostWithHtml } from "../../../content/mod.ts";
import { InvalidInputError, PreconditionFailedError } from "../../../base/errors.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { previewDocument, type SavedText, toAdminProblem } from "../../../api/mod.ts";
import { jsonResponse, seeOther, wantsJson, sandboxedResponse } from "../../frame/answers.ts";
import { describeError, invalidFieldsOf, orShowAgain, type SentForm } from "../../form/form_problem.ts";
import type { FieldErrors } from "../../design/field.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { sentPostForm, postErrors, postFormFields, valuesOf } from "../post_form/post_form_fields.ts";
import { findConflict } from "./conflict.ts";
import { editorPath } from "./editor_form.ts";
import { editorPage, railFor } from "./editor_page.ts";
import { type EditorText, editorTextIn, textOfShown, toTextInput, unfinishedErrors } from "./editor_text.ts";
import { hasChoice, withChoice } from "./faq_choice.ts";
import { mergePage } from "./merge_page.ts";
import { saveSettings } from "./post_settings.ts";
import { submissionPath } from "../submissions/submission_note.ts";
import { html } from "../../../base/text/html.ts";
import { questionPage } from "../../frame/question_page.ts";

/**
 * Saves the text of the editor's form. Its button decides what follows: `check` shows the result, `apply` publishes, `schedule` asks for the
 * time, and `submit` for a note to the reviewer.
 * A script that accepts JSON gets the new version and the rail.
 */
export const saveWorkingCopy: PageHandler = async (visit) => {
  let text = await sentText(visit);
  try {
    const saved = await saveText(visit, text);
    // If the next step is refused, the form shows the saved text.
    text = { ...text, version: saved.version, tag: saved.baseTag };
    return wantsJson(visit.request) ? await savedJson(visit, saved) : await proceed(visit, saved);
  } catch (error) {
    return wantsJson(visit.request) ? refusedJson(visit, text, error) : refusedPage(visit, text, error);
  }
};

/** Reads the text of the form. A field that the organization has defined since the form was opened keeps its value. */
export async function sentText(visit: Visit): Promise<EditorText> {
  const { api, actor, form, params } = visit;
  const fields = postFormFields(visit);
  const text = withChoice(editorTextIn(form, fields), form, fields);
  if (fields.every(({ name }) => text[name] !== undefined)) return text;
  const shown = await api.admin.posts.text.get({ actor, slug: params["slug"] ?? "" });
  return { ...textOfShown(shown, fields), ...text };
}

/**
 * Saves a text.
 *
 * @throws {InvalidInputError} if no value has the text of a field, and the post is not a draft
 */
export async function saveText(visit: Visit, text: EditorText): Promise<SavedText> {
  const { api, actor, params } = visit;
  const address = { actor, slug: params["slug"] ?? "" };
  const fields = postFormFields(visit);
  const input = toTextInput(text, fields);
  if (input.unfinished !== undefined) {
    const status = statusAt(await api.admin.posts.get(address), api.options.clock.now());
    if (status !== "draft") valuesOf(text, fields);
  }
  return api.admin.posts.text.save(address, input, { ifMatch: text.version || text.tag });
}

/**
 * Saves the settings of the form, and does the step of its button.
 *
 * @param notice notice of a button that only saves
 */
export async function proceed(
  visit: Visit,
  saved: SavedText,
  notice: NoticeName = savedNotices[saved.savedAs],
): Promise<PreparedResponse> {
  const action = textOf(visit.form, "action");
  const post = await saveSettings(visit, visit.params["slug"] ?? "");
  const stored = post === undefined ? saved : withPost(saved, post);
  const editorOf = ({ slug }: { slug: string }): string => `${editorPath(visit, { slug })}/edit`;
  const editor = editorOf(stored.post);
  if (action === "schedule") return seeOther(`${editorPath(visit, stored.post)}/schedule`);
  if (action === "submit") return seeOther(submissionPath(visit, stored.post));
  if (action === "check" || hasChoice(visit.form)) return seeOther(`${editor}?done=copy-saved#rail`);
  if (action === "apply") {
    const published = await publish(visit, stored);
    return seeOther(`${editorOf(published.post)}?done=${published.notice}`);
  }
  if (action === "unpublish") {
    await visit.api.admin.posts.text.unpublish({ actor: visit.actor, slug: stored.post.slug });
    return seeOther(`${editor}?done=post-unpublished`);
  }
  return seeOther(`${editor}?done=${post === undefined ? notice : "post-saved"}`);
}

/** Returns a saved text after a change of its post. The version of a working copy does not depend on the post. */
function withPost({ savedAs, version, ...saved }: SavedText, post: StoredPostWithHtml): SavedText {
  return { ...saved, savedAs, post, version: savedAs === "working-copy" ? version : postTag(post) };
}

const savedNotices: Readonly<Record<SavedText["savedAs"], NoticeName>> = {
  draft: "draft-saved",
  "working-copy": "copy-saved",
  post: "copy-same",
};

/** Publishes the text with its unpublished changes, which its writer sees. A scheduled post keeps its time, and a public post with this text needs no write. */
async function publish(
  { api, actor }: Visit,
  { post, version, savedAs }: SavedText,
): Promise<{ post: { slug: string }; notice: NoticeName }> {
  const status = statusAt(post, api.options.clock.now());
  const isScheduled = status === "scheduled";
  const notice = isScheduled ? "copy-applied" : "post-published";
  if (savedAs === "post" && (isScheduled || status === "published")) return { post, notice };
  const { publishedAt } = post;
  const published = await api.admin.posts.text.publish(
    { actor, slug: post.slug },
    { version, changes: "publish", ...(isScheduled && publishedAt !== undefined && { publishedAt }) },
  );
  return { post: published, notice };
}

/** Sends a script the version of the saved text, and the place of the post, which a new post has from then on. */
export async function savedJson(
  visit: Visit,
  { post, version, baseTag, savedAs }: SavedText,
): Promise<PreparedResponse> {
  const { id, slug } = post;
  const rail = await railFor(visit, slug);
  const fields = unfinishedErrors(post, postFormFields(visit));
  const place = { postId: String(id), slug, path: editorPath(visit, post) };
  return jsonResponse({ version, tag: baseTag, savedAs, rail: rail.text, fields, ...place });
}

/** Tells a script why a text was not saved. */
export async function refusedJson(visit: Visit, text: EditorText, error: unknown): Promise<PreparedResponse> {
  const sent = sentPostForm(visit);
  const message = describeError(error, sent);
  if (error instanceof PreconditionFailedError) {
    const slug = encodeURIComponent(visit.params["slug"] ?? "");
    const isOwn = (await findConflict(visit, text)).by === visit.user.id;
    const mergeUrl = pathTo(visit, `posts/${slug}/edit/merge`);
    return jsonResponse({ message: isOwn ? ownConflict : message, isOwn, mergeUrl }, 409);
  }
  const { status } = toAdminProblem(error);
  if (status >= 500) throw error;
  return jsonResponse({ message, fields: fieldsOf(error, sent) }, status);
}

const ownConflict = "Nothing was saved, because you changed this text in another tab or window.";

/** Shows a refused text again, or both sides of a conflict. */
export async function refusedPage(visit: Visit, text: EditorText, error: unknown): Promise<PreparedResponse> {
  if (error instanceof PreconditionFailedError) return mergePage(visit, text);
  const { status } = toAdminProblem(error);
  if (status >= 500 || status === 403 || status === 404) throw error;
  const sent = sentPostForm(visit);
  const problem = { status, message: describeError(error, sent), fields: fieldsOf(error, sent) };
  return editorPage(visit, { text, problem });
}

/** Returns the messages by the names of the editor's fields. */
function fieldsOf(error: unknown, sent: SentForm): FieldErrors {
  return error instanceof InvalidInputError ? postErrors(invalidFieldsOf(error, sent)) : {};
}

/** Serves the saved text as a sandboxed document: with a separate origin, and without scripts, forms and cookies. */
export const previewWorkingCopy: PageHandler = async ({ api, actor, params }) => {
  try {
    const { post } = await api.admin.posts.workingCopy.preview({ actor, slug: params["slug"] ?? "" });
    return sandboxedResponse(previewDocument({ ...post, html: withSectionAnchors(post.html) }));
  } catch (error) {
    const { status } = toAdminProblem(error);
    if (status !== 413 && status !== 422 && status !== 503) throw error;
    const message = describeError(error);
    return sandboxedResponse(
      html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>No preview</title></head><body><p>${message}</p></body></html>`,
    );
  }
};

/** Asks for confirmation before the working copy is discarded. */
export const askToDiscard: PageHandler = async (visit) => {
  const { api, actor, params } = visit;
  const { slug = "" } = params;
  const copy = await api.admin.posts.workingCopy.get({ actor, slug });
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  if (copy === null) return seeOther(`${path}/edit`);
  return questionPage(visit, {
    title: "Discard the unpublished changes?",
    section: "posts",
    body: html`<p>The unpublished changes of <strong>${slug}</strong> are deleted permanently. The post stays as it is.</p>
<input type="hidden" name="version" value="${copy.version}">`,
    label: "Discard",
    action: `${path}/working-copy/discard`,
    cancel: `${path}/edit`,
  });
};

/** Discards the working copy that the confirmation showed. */
export const discardWorkingCopy: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { api, actor, params, form } = visit;
      const { slug = "" } = params;
      await api.admin.posts.workingCopy.discard({ actor, slug }, { ifMatch: textOf(form, "version") });
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`)}?done=copy-discarded`);
    },
    (problem) => editorPage(visit, { problem }),
  );

/** Puts an anchor before each heading: `section-1`, `section-2` and so on. The preview of the editor scrolls to the section at the cursor. */
function withSectionAnchors(html: string): string {
  let number = 0;
  return html.replace(/<h[1-6](?=[\s>])/gi, (tag) => {
    number += 1;
    return `<a id="section-${number}"></a>${tag}`;
  });
}
