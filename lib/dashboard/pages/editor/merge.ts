import { postTag } from "../../../content/mod.ts";
import { PreconditionFailedError } from "../../../base/errors.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { textOf, linesOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import {
  postFormFields,
  type PostFormField,
  type PostFormTexts,
  sentNameOf,
} from "../post_form/post_fields.ts";
import { findConflict } from "./conflict.ts";
import { type EditorText, textOfCopy } from "./editor_text.ts";
import { mergePage } from "./merge_page.ts";
import { refusedPage, saveText, sentText } from "./save_working_copy.ts";
import type { FieldErrors } from "../../design/field.ts";
import { applyChoices, type ChosenBlock, type Side } from "./merge_blocks.ts";

/** Names of the hidden fields with the other side: what the save replaces. */
export const theirVersionField = "their-version";

export const theirTagField = "their-tag";

/** Shows the stored working copy against a post that changed below it. */
export const showMerge: PageHandler = async (visit) => {
  const { api, actor, params } = visit;
  const { slug = "" } = params;
  const [post, copy] = await Promise.all([
    api.admin.posts.get({ actor, slug }),
    api.admin.posts.workingCopy.get({ actor, slug }),
  ]);
  if (copy === null || copy.baseTag === postTag(post)) {
    return seeOther(pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`));
  }
  return mergePage(visit, textOfCopy(copy, post, postFormFields(visit)), {
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
  try {
    await saveText(visit, result);
  } catch (error) {
    if (error instanceof PreconditionFailedError) return mergePage(visit, result, changedAgain);
    return refusedPage(visit, result, error);
  }
  const editor = pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}/edit`);
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

/** The sent form of a merge. */
interface SentMerge {
  /** The text with all choices, and with the version and tag that it replaces. Undefined if a choice is missing or wrong. */
  merged?: EditorText;
  /** True if the whole content of the other side was chosen, which the form does not contain. */
  takesTheirContent: boolean;
  errors: FieldErrors;
}

/**
 * Reads the form of the merge page. It contains all that the choices need, so they hold even if the other side has changed since.
 *
 * @param yours the text of the form
 */
function readMerge(form: FormData, fields: readonly PostFormField[], yours: EditorText): SentMerge {
  const chosen = fields.map((field) => [field.name, chosenField(form, field, yours)] as const);
  const whole = textOf(form, "choose-content");
  const blocks = whole === "" ? readBlocks(form) : [];
  const content = blocks === null ? null : applyChoices(yours.content, blocks);
  const isComplete = content !== null && chosen.every(([, text]) => text !== undefined);
  const takesTheirContent = whole === "theirs";
  if (!isComplete) {
    return { takesTheirContent, errors: { choices: "must name a side for each difference" } };
  }
  const merged: EditorText = {
    ...yours,
    ...(Object.fromEntries(chosen) as PostFormTexts),
    content,
    version: textOf(form, theirVersionField),
    tag: textOf(form, theirTagField),
  };
  return { merged, takesTheirContent, errors: {} };
}

/** Returns the chosen text of a field. A field without a difference has no choice. */
function chosenField(form: FormData, field: PostFormField, yours: EditorText): string | undefined {
  const name = sentNameOf(form, field) ?? field.name;
  const text = yours[field.name] ?? "";
  if (!form.has(`their-${name}`)) return text;
  const side = textOf(form, `choose-${name}`);
  if (side === "yours") return text;
  return side === "theirs" ? textOf(form, `their-${name}`) : undefined;
}

function readBlocks(form: FormData): ChosenBlock[] | null {
  const blocks: ChosenBlock[] = [];
  for (const [index, place] of linesOf(textOf(form, "blocks")).entries()) {
    const [, start = "", count = "", theirCount = ""] = /^(\d{1,9}) (\d{1,9}) (\d{1,9})$/.exec(place) ?? [];
    const side = textOf(form, `block-${index}`);
    if (start === "" || !isSide(side)) return null;
    const theirs = Number(theirCount) === 0 ? [] : rawText(form, `theirs-${index}`).split("\n");
    blocks.push({ start: Number(start), count: Number(count), theirs, side });
  }
  return blocks;
}

function isSide(text: string): text is Side {
  return text === "yours" || text === "theirs" || text === "both";
}

function rawText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}
