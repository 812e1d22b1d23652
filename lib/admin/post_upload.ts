import { markdownPostInput, type PostInput, withoutChangedByline } from "../content/mod.ts";
import type { TextWork } from "../text_work/mod.ts";
import { InvalidInputError } from "../errors.ts";
import { validate } from "../validate.ts";

/** A post whose content is HTML, or Markdown with front matter. Fields beside `markdown` go before those of its front matter. */
export type PostUpload = PostInput | ({ markdown: string } & Partial<Omit<PostInput, "html">>);

/**
 * Makes a post's input of an upload.
 *
 * @param options.now milliseconds since the epoch: what an expiry date in the front matter is compared with
 * @param options.slug the slug when neither the upload nor its front matter names one
 * @throws {InvalidInputError} when a field is not allowed beside the Markdown, or its front matter cannot be read
 */
export async function toPostInput(
  upload: PostUpload,
  action: string,
  { now, slug = "", textWork }: { now: number; slug?: string; textWork: TextWork },
): Promise<PostInput> {
  if (!("markdown" in upload)) return upload;
  if ("html" in upload) throw invalidMarkdown(action, "must not be given together with html");
  const { markdown, ...fields } = validate(markdownPostInput, upload, action);
  const input = { markdown, slug, now };
  const read = await textWork.run({
    name: "readMarkdown",
    input,
    length: markdown.length,
    // Most hosts never read Markdown: the parser is loaded on first use.
    inline: async () => (await import("../import/mod.ts")).readMarkdownPost(input),
  });
  if ("refused" in read) throw invalidMarkdown(action, read.refused);
  return withoutEmpty({ ...withoutChangedByline(read.post, fields), ...fields });
}

/** Where no slug is known, the front matter has to name the post, and the slug is made of the name. */
function withoutEmpty(input: PostInput): PostInput {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== ""),
  ) as unknown as PostInput;
}

function invalidMarkdown(action: string, message: string): InvalidInputError {
  return new InvalidInputError(action, [{ pointer: "/markdown", message }]);
}
