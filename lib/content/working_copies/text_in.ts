import { isEqualJson } from "../../base/is_equal_json.ts";
import type { StoredOrganization } from "../organizations/organizations.ts";
import type { PostContent } from "../posts/post_content.ts";
import { copiedFields } from "../posts/post_fields.ts";
import type { StoredPost, WorkingCopyText } from "../posts/post_forms.ts";

/** Returns the fields of a writer's text. */
export function textIn(from: WorkingCopyText): WorkingCopyText {
  const fields = copiedFields.map((name) => [name, from[name]] as const);
  const { html, ...text } = Object.fromEntries(
    fields.filter(([, value]) => value !== undefined),
  ) as unknown as WorkingCopyText;
  return text.markdown === undefined ? { ...text, html: html ?? "" } : text;
}

/** True if a post has a text already, so that the text is no change. A text without values of the organization's fields changes none. */
export function isTextOf(
  post: StoredPost & PostContent,
  text: WorkingCopyText,
  { section, language }: Pick<StoredOrganization, "section" | "language">,
): boolean {
  const { custom = {} } = post;
  const inherited = { articleSection: section, inLanguage: language, custom };
  return isEqualJson(
    sorted(textIn(post)),
    sorted({ ...inherited, ...text, ...(text.markdown === undefined && { html: text.html ?? "" }) }),
  );
}

/** Returns the fields in one order. Empty values count as missing. */
function sorted(text: WorkingCopyText): unknown[] {
  const { custom = {}, tags = [], ...others } = text;
  return [copiedFields.map((name) => (others as Partial<WorkingCopyText>)[name] ?? null), custom, tags];
}
