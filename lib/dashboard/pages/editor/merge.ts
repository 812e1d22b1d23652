import { postTag } from "../../../content/mod.ts";
import { PreconditionFailedError } from "../../../base/errors.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { findConflict } from "./conflict.ts";
import { type EditorText, textOfShown } from "./editor_text.ts";
import { readMerge, mergePage } from "./merge_page.ts";
import { saveSettings } from "./post_settings.ts";
import { refusedPage, saveText, sentText } from "./save_working_copy.ts";

/** Shows the stored working copy against a post that changed below it. */
export const showMerge: PageHandler = async (visit) => {
  const { api, actor, params } = visit;
  const { slug = "" } = params;
  const shown = await api.admin.posts.text.get({ actor, slug });
  if (shown.savedAs !== "working-copy" || shown.baseTag === postTag(shown.post)) {
    return seeOther(pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`));
  }
  return mergePage(visit, textOfShown(shown, postFormFields(visit)), {
    status: 200,
    message: "The post has changed since these changes were started. Nothing was published.",
  });
};

/**
 * Saves the choices of the merge page as the working copy. If the other side has changed again, the page is shown again with the chosen text. A form
 * without choices, such as that of the editor, opens the page.
 */
export const mergeVersions: PageHandler = async (visit) => {
  const yours = await sentText(visit);
  if (textOf(visit.form, "action") !== "merge") return mergePage(visit, yours);
  const { merged, takesTheirContent } = readMerge(visit.form, postFormFields(visit), yours);
  if (merged === undefined) {
    const message = "Choose a side for each difference. Nothing was saved.";
    return mergePage(visit, yours, { status: 422, message });
  }
  const result = takesTheirContent ? await withTheirContent(visit, yours, merged) : merged;
  if (result === null) return mergePage(visit, yours, changedAgain);
  return saveResult(visit, result);
};

const changedAgain = {
  status: 409,
  message:
    "The other version has changed again, so nothing was saved. Your choices are part of your version below.",
};

async function saveResult(visit: Visit, result: EditorText): Promise<PreparedResponse> {
  let slug = visit.params["slug"] ?? "";
  try {
    await saveText(visit, result);
    slug = (await saveSettings(visit, slug))?.slug ?? slug;
  } catch (error) {
    if (error instanceof PreconditionFailedError) return mergePage(visit, result, changedAgain);
    return refusedPage(visit, result, error);
  }
  const editor = pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`);
  return seeOther(`${editor}?done=copy-merged`);
}

/** Returns the result with the whole content of the other side, or null if the other side is not the one that the page showed. */
async function withTheirContent(
  visit: Visit,
  yours: EditorText,
  merged: EditorText,
): Promise<EditorText | null> {
  const { theirs } = await findConflict(visit, yours);
  if (theirs.version !== merged.version || theirs.tag !== merged.tag) return null;
  const { content, format, dialect } = theirs;
  return { ...merged, content, format, dialect };
}
