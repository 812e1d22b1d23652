import type { FieldErrors } from "../../design/field.ts";
import { linesOf, textOf } from "../../form/read_form.ts";
import { applyChoices, type ChosenBlock, type Side } from "./merge_blocks.ts";
import { type PostFormField, type PostFormTexts, sentNameOf } from "../post_form/post_form_fields.ts";
import type { EditorText } from "./editor_text.ts";

/** Names of the hidden fields with the other side: what the save replaces. */
export const theirVersionField = "their-version";
export const theirTagField = "their-tag";

/** The sent form of a merge. */
export interface SentMerge {
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
export function readMerge(form: FormData, fields: readonly PostFormField[], yours: EditorText): SentMerge {
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
