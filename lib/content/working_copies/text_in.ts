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

/** True if a post has a text already, so that the text is no change. The values of the organization's fields are not compared. */
export function hasSameText(
  post: StoredPost & PostContent,
  text: WorkingCopyText,
  { section, language }: Pick<StoredOrganization, "section" | "language">,
): boolean {
  const inherited = { articleSection: section, inLanguage: language };
  return isEqualJson(
    sorted(textIn(post)),
    sorted({ ...inherited, ...text, ...(text.markdown === undefined && { html: text.html ?? "" }) }),
  );
}

/** Returns the fields in one order. Empty values count as missing. */
function sorted({ custom: _custom, tags = [], ...others }: WorkingCopyText): unknown[] {
  return [copiedFields.map((name) => (others as Partial<WorkingCopyText>)[name] ?? null), tags];
}
