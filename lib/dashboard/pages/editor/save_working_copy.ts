import type { WorkingCopy } from "../../../content/mod.ts";
import { InvalidInputError, PreconditionFailedError } from "../../../errors.ts";
import type { PreparedResponse } from "../../../exchange/mod.ts";
import { toAdminProblem } from "../../../endpoints/mod.ts";
import { jsonResponse, seeOther } from "../../answers.ts";
import { describeError } from "../../describe_error.ts";
import { invalidFieldsOf } from "../../form_problem.ts";
import type { NoticeName } from "../../notices.ts";
import { textOf } from "../../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { wantsJson } from "../../wants_json.ts";
import { editorPage, railFor } from "./editor_page.ts";
import { type EditorText, editorTextIn, isSameText, textOfPost, toCopyInput } from "./editor_text.ts";
import { mergePage } from "./merge_page.ts";

/**
 * Saves the form of the editor as the working copy. Its button decides what follows: `check` shows the result, `apply` publishes, and `schedule` asks
 * for the time. A script that accepts JSON gets the new version and the rail.
 */
export const saveWorkingCopy: PageHandler = async (visit) => {
  let text = editorTextIn(visit.form);
  try {
    const saved = await saveText(visit, text);
    // If the next step is refused, the form shows the saved text.
    if (saved !== null) text = { ...text, version: saved.version, tag: saved.baseTag };
    return wantsJson(visit.request) ? await savedJson(visit, saved) : await proceed(visit, text, saved);
  } catch (error) {
    return wantsJson(visit.request) ? refusedJson(visit, error) : refusedPage(visit, text, error);
  }
};

/** Saves a text, unless it is that of a post without a working copy. Returns the working copy, or null if there is none. */
export async function saveText({ api, actor, params }: Visit, text: EditorText): Promise<WorkingCopy | null> {
  const { slug = "" } = params;
  if (text.version === "") {
    const [post, current] = await Promise.all([
      api.admin.posts.get({ actor, slug }),
      api.admin.posts.workingCopy.get({ actor, slug }),
    ]);
    if (current === null && isSameText(text, textOfPost(post))) return null;
  }
  const ifMatch = text.version === "" ? null : text.version;
  return api.admin.posts.workingCopy.save({ actor, slug }, toCopyInput(text), { ifMatch });
}

async function proceed(visit: Visit, text: EditorText, saved: WorkingCopy | null): Promise<PreparedResponse> {
  const action = textOf(visit.form, "action");
  const editor = pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}`);
  if (action === "schedule") return seeOther(`${editor}/schedule`);
  if (action === "check") return seeOther(`${editor}/edit?done=copy-saved#rail`);
  if (action !== "apply")
    return seeOther(`${editor}/edit?done=${saved === null ? "copy-same" : "copy-saved"}`);
  const notice: NoticeName = await publish(visit, text, saved);
  return seeOther(`${editor}/edit?done=${notice}`);
}

/** Publishes the text. A scheduled post keeps its time. */
async function publish(
  { api, actor, params }: Visit,
  text: EditorText,
  saved: WorkingCopy | null,
): Promise<NoticeName> {
  const { slug = "" } = params;
  const { posts } = api.admin;
  const { status } = await posts.preview({ actor, slug });
  const isScheduled = status === "scheduled";
  if (saved !== null) {
    await posts.workingCopy.apply({ actor, slug }, { publish: !isScheduled, ifMatch: saved.version });
  } else if (!isScheduled) {
    await posts.publish({ actor, slug }, { ifMatch: [text.tag] });
  }
  return isScheduled ? "copy-applied" : "post-published";
}

async function savedJson(visit: Visit, saved: WorkingCopy | null): Promise<PreparedResponse> {
  const rail = await railFor(visit, visit.params["slug"] ?? "");
  const savedAt = saved?.at ?? new Date(visit.api.options.clock.now()).toISOString();
  return jsonResponse({ version: saved?.version ?? "", savedAt, rail: rail.html.text });
}

function refusedJson(visit: Visit, error: unknown): PreparedResponse {
  const message = describeError(error, { name: "title" });
  if (error instanceof PreconditionFailedError) {
    const slug = encodeURIComponent(visit.params["slug"] ?? "");
    return jsonResponse({ message, mergeUrl: pathTo(visit, `posts/${slug}/edit/merge`) }, 409);
  }
  const { status } = toAdminProblem(error);
  if (status >= 500) throw error;
  return jsonResponse({ message, fields: fieldsOf(error) }, status);
}

/** Shows a refused text again, or both sides of a conflict. */
export async function refusedPage(visit: Visit, text: EditorText, error: unknown): Promise<PreparedResponse> {
  if (error instanceof PreconditionFailedError) return mergePage(visit, text);
  const { status } = toAdminProblem(error);
  if (status >= 500 || status === 403 || status === 404) throw error;
  const problem = { status, message: describeError(error, { name: "title" }), fields: fieldsOf(error) };
  return editorPage(visit, { text, problem });
}

/** Returns the messages by the names of the editor's fields. */
function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof InvalidInputError)) return {};
  const { author, html, markdown, markdownDialect, ...fields } = invalidFieldsOf(error);
  const authors = fields["authors"] ?? author;
  const content = html ?? markdown ?? markdownDialect;
  return {
    ...fields,
    ...(authors !== undefined && { authors }),
    ...(content !== undefined && { content }),
  };
}
