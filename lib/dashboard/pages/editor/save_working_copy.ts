import { postTag, statusAt, type WorkingCopy, WorkingCopyConflictError } from "../../../content/mod.ts";
import { InvalidInputError, PreconditionFailedError } from "../../../base/errors.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { toAdminProblem } from "../../../api/mod.ts";
import { jsonResponse, seeOther, wantsJson, sandboxedResponse } from "../../frame/answers.ts";
import { describeError, invalidFieldsOf, orShowAgain } from "../../form/form_problem.ts";
import type { FieldErrors } from "../../design/field.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { fieldNames, postErrors, postFormFields } from "../post_form/post_form_fields.ts";
import { findConflict } from "./conflict.ts";
import { editorPath } from "./editor_form.ts";
import { editorPage, railFor } from "./editor_page.ts";
import {
  type EditorText,
  editorTextIn,
  isSameText,
  textOfCopy,
  textOfPost,
  toCopyInput,
} from "./editor_text.ts";
import { mergePage } from "./merge_page.ts";
import { changesSettings, saveSettings } from "./post_settings.ts";
import { html } from "../../../base/text/html.ts";
import { questionPage } from "../../frame/question_page.ts";
import { previewDocument } from "../post_form/preview_document.ts";

/**
 * Saves the form of the editor as the working copy. Its button decides what follows: `check` shows the result, `apply` publishes, and `schedule` asks
 * for the time. A script that accepts JSON gets the new version and the rail.
 */
export const saveWorkingCopy: PageHandler = async (visit) => {
  let text = await sentText(visit);
  try {
    const saved = await saveText(visit, text);
    // If the next step is refused, the form shows the saved text.
    text = { ...text, version: saved.copy?.version ?? "", tag: saved.tag };
    return wantsJson(visit.request) ? await savedJson(visit, saved) : await proceed(visit, saved);
  } catch (error) {
    return wantsJson(visit.request) ? refusedJson(visit, text, error) : refusedPage(visit, text, error);
  }
};

/** Reads the text of the form. A field that the organization has defined since the form was opened keeps its value. */
export async function sentText(visit: Visit): Promise<EditorText> {
  const { api, actor, form, params } = visit;
  const fields = postFormFields(visit);
  const text = editorTextIn(form, fields);
  if (fields.every(({ name }) => text[name] !== undefined)) return text;
  const address = { actor, slug: params["slug"] ?? "" };
  const { posts } = api.admin;
  const [post, copy] = await Promise.all([posts.get(address), posts.workingCopy.get(address)]);
  const stored = copy === null ? textOfPost(post, fields) : textOfCopy(copy, post, fields);
  return { ...stored, ...text };
}

/** A text that the server has, in the working copy or as the post. */
export interface SavedText {
  /** Null if the text is that of the post, and there is no working copy. */
  copy: WorkingCopy | null;
  /** Tag of the post that the text started from. */
  tag: string;
}

/** Saves a text, unless it is that of a post without a working copy. */
export async function saveText(visit: Visit, text: EditorText): Promise<SavedText> {
  const { workingCopy } = visit.api.admin.posts;
  const address = { actor: visit.actor, slug: visit.params["slug"] ?? "" };
  const isNew = text.version === "";
  const same = isNew && (await workingCopy.get(address)) === null ? await findSamePost(visit, text) : null;
  if (same !== null) return same;
  try {
    const ifMatch = isNew ? null : text.version;
    const copy = await workingCopy.save(address, toCopyInput(text, postFormFields(visit)), { ifMatch });
    return { copy, tag: copy.baseTag };
  } catch (error) {
    const repeated =
      error instanceof WorkingCopyConflictError ? await findSaved(visit, text, error.current) : null;
    if (repeated !== null) return repeated;
    throw error;
  }
}

/** Returns a text that an earlier request has saved or published. Its response was lost, or the form was sent twice. */
async function findSaved(
  visit: Visit,
  text: EditorText,
  copy: WorkingCopy | null,
): Promise<SavedText | null> {
  if (copy === null) return findSamePost(visit, text);
  const fields = postFormFields(visit);
  const post = await visit.api.admin.posts.get({ actor: visit.actor, slug: visit.params["slug"] ?? "" });
  const inputs = [textOfCopy(copy, post, fields), text].map((one) =>
    JSON.stringify(toCopyInput(one, fields)),
  );
  const isSame = inputs[0] === inputs[1];
  return isSame ? { copy, tag: copy.baseTag } : null;
}

/** Returns the text if the post has it already. */
async function findSamePost(visit: Visit, text: EditorText): Promise<SavedText | null> {
  const { api, actor, params } = visit;
  const fields = postFormFields(visit);
  const post = await api.admin.posts.get({ actor, slug: params["slug"] ?? "" });
  return isSameText(text, textOfPost(post, fields), fields) ? { copy: null, tag: postTag(post) } : null;
}

/**
 * Saves the settings of the form, and does the step of its button.
 *
 * @param unchanged notice if the button only saves, and nothing is unpublished
 */
export async function proceed(
  visit: Visit,
  saved: SavedText,
  unchanged: NoticeName = "copy-same",
): Promise<PreparedResponse> {
  const action = textOf(visit.form, "action");
  const hasSettings = changesSettings(visit.form);
  const { slug: former = "" } = visit.params;
  const slug = await saveSettings(visit, former);
  const renamed = { ...visit, params: { ...visit.params, slug } };
  const editor = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  if (action === "schedule") return seeOther(`${editor}/schedule`);
  if (action === "check") return seeOther(`${editor}/edit?done=copy-saved#rail`);
  if (action === "apply") return seeOther(`${editor}/edit?done=${await publish(renamed, saved)}`);
  if (action === "unpublish") return seeOther(`${editor}/edit?done=${await unpublish(renamed)}`);
  const same = hasSettings ? "post-saved" : unchanged;
  return seeOther(`${editor}/edit?done=${saved.copy === null ? same : "copy-saved"}`);
}

/** Makes the post a draft. Its unpublished changes stay. */
async function unpublish({ api, actor, params }: Visit): Promise<NoticeName> {
  await api.admin.posts.unpublish({ actor, slug: params["slug"] ?? "" });
  return "post-unpublished";
}

/** Publishes the text. A scheduled post keeps its time. A public post with this text needs no write. */
async function publish({ api, actor, form, params }: Visit, { copy }: SavedText): Promise<NoticeName> {
  const { slug = "" } = params;
  const { posts } = api.admin;
  const status = statusAt(await posts.get({ actor, slug }), api.options.clock.now());
  const isScheduled = status === "scheduled";
  if (copy !== null) {
    await posts.workingCopy.apply({ actor, slug }, { publish: !isScheduled, ifMatch: copy.version });
  } else if (!isScheduled && status !== "published") {
    await posts.publish({ actor, slug }, { ifMatch: [textOf(form, "tag")] });
  }
  return isScheduled ? "copy-applied" : "post-published";
}

/** Tells a script the version of the saved text, and the path of the post, which a new post gets and a new title changes. */
export async function savedJson(visit: Visit, { copy, tag }: SavedText): Promise<PreparedResponse> {
  const { slug = "" } = visit.params;
  const rail = await railFor(visit, slug);
  const postId = tag.slice(0, tag.indexOf("-"));
  const place = { postId, slug, path: editorPath(visit, { slug }) };
  return jsonResponse({ version: copy?.version ?? "", tag, rail: rail.text, ...place });
}

/** Tells a script why a text was not saved. */
export async function refusedJson(
  visit: Visit,
  text: EditorText,
  error: unknown,
): Promise<PreparedResponse> {
  const message = describeError(error, fieldNames(visit));
  if (error instanceof PreconditionFailedError) {
    const slug = encodeURIComponent(visit.params["slug"] ?? "");
    const isOwn = (await findConflict(visit, text)).by === visit.user.id;
    const mergeUrl = pathTo(visit, `posts/${slug}/edit/merge`);
    return jsonResponse({ message: isOwn ? ownConflict : message, isOwn, mergeUrl }, 409);
  }
  const { status } = toAdminProblem(error);
  if (status >= 500) throw error;
  return jsonResponse({ message, fields: fieldsOf(error) }, status);
}

const ownConflict =
  "Nothing was saved, because you changed this text in another tab or window. Compare both texts.";

/** Shows a refused text again, or both sides of a conflict. */
export async function refusedPage(visit: Visit, text: EditorText, error: unknown): Promise<PreparedResponse> {
  if (error instanceof PreconditionFailedError) return mergePage(visit, text);
  const { status } = toAdminProblem(error);
  if (status >= 500 || status === 403 || status === 404) throw error;
  const problem = { status, message: describeError(error, fieldNames(visit)), fields: fieldsOf(error) };
  return editorPage(visit, { text, problem });
}

/** Returns the messages by the names of the editor's fields. */
function fieldsOf(error: unknown): FieldErrors {
  return error instanceof InvalidInputError ? postErrors(invalidFieldsOf(error)) : {};
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
