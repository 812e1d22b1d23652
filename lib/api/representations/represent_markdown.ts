import { type Organization, type Post, postFields, type PostItem, postUrl } from "../../content/mod.ts";
import { namesOn } from "../../base/fields/field.ts";
import { absoluteAddresses } from "../../publishing/mod.ts";
import { onFirstUse } from "../../base/first_use.ts";
import { runSteps } from "../../base/yielding.ts";
import type { TextWork } from "../../import/text_work/mod.ts";
import { toJson } from "../../base/text/well_formed.ts";
import { type ShownIn, toPostItem } from "./represent_post.ts";

const loadConverter = onFirstUse(() => import("../../publishing/html_to_markdown/mod.ts"));

/**
 * Represents a post as Markdown (GFM). Its fields become YAML front matter, with the names that `postern/import`
 * reads.
 */
export async function toMarkdownPost(
  organization: Organization,
  post: Post,
  { textWork, shownIn }: { textWork: TextWork; shownIn: ShownIn },
): Promise<string> {
  const body = await toMarkdownBody(organization, post, textWork);
  return withFrontMatter(organization, post, { body, shownIn });
}

/** Represents the content of a post as Markdown (GFM). Its relative addresses become absolute. */
export async function toMarkdownBody(
  organization: Organization,
  { slug, html: content = "" }: Post,
  textWork: TextWork,
): Promise<string> {
  return convertToMarkdown(await runSteps(absoluteAddresses(content, postUrl(organization, slug))), textWork);
}

/** Converts HTML to Markdown (GFM). */
export async function convertToMarkdown(html: string, textWork: TextWork): Promise<string> {
  return textWork.run({
    name: "toMarkdown",
    input: html,
    length: html.length,
    inline: async () => (await loadConverter()).htmlToMarkdown(html),
    steps: async () => (await loadConverter()).htmlToMarkdownSteps(html),
  });
}

/** Represents a post as Markdown for callers who may not read its content: its fields, with `isContentWithheld`. */
export function toWithheldMarkdown(organization: Organization, post: Post, shownIn: ShownIn): string {
  return withFrontMatter(organization, post, { body: "", shownIn, more: { isContentWithheld: true } });
}

/** The fields of a list item that front matter has, with their names there. */
const writtenNames = namesOn(postFields, "item").flatMap((name) => {
  const [written] = postFields[name].frontMatter ?? [];
  return written === undefined ? [] : [[name, written] as const];
});

function withFrontMatter(
  organization: Organization,
  post: Post,
  { body, shownIn, more = {} }: { body: string; shownIn: ShownIn; more?: { isContentWithheld?: true } },
): string {
  const item = toPostItem(organization, post, shownIn);
  const fields = writtenNames.map(([name, written]) => [written, item[name]] as const);
  const lines = [...fields, ...Object.entries(more)].flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${toYaml(value)}\n`,
  );
  return `---\n${lines.join("")}---\n${body === "" ? "" : `\n${body}\n`}`;
}

/** Writes a value as YAML. JSON is valid YAML 1.2, except for non-printable characters that JSON does not escape. */
function toYaml(value: NonNullable<PostItem[keyof PostItem]>): string {
  return toJson(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
