import * as v from "valibot";
import { entriesOf } from "../../base/fields/entries_of.ts";
import { choice } from "../../base/fields/kinds.ts";
import { markdownDialects } from "./markdown_dialect.ts";
import { patchOf, type PatchOf } from "../../base/input/patch_of.ts";
import { withOneByline } from "./byline.ts";
import { postFields } from "./post_fields.ts";
import type { PostInput, ValidPostInput, WorkingCopyText } from "./post_forms.ts";
import { postTagPattern } from "./writes/post_tag.ts";

/** Maximum length of the HTML or Markdown of a post. A request's body is shorter (`limits.bodyBytes`). */
export const longestContent = 20_000_000;

const content = v.pipe(
  v.string("must be a string"),
  v.maxLength(longestContent, `must be at most ${longestContent} characters`),
);

const { name, ...others } = entriesOf(postFields, "input", "input");
const dialect = v.exactOptional(choice(markdownDialects, "a dialect of Markdown").input);

const entries = {
  name,
  html: v.exactOptional(content),
  markdown: v.exactOptional(content),
  markdownDialect: dialect,
  ...others,
};

/** Changes to a post. `null` removes an optional field, or restores its default. A status of null is a write without a status. */
export type PostChanges = PatchOf<PostInput>;

/** Validates the input of a new post. */
export const postInput: v.GenericSchema<unknown, ValidPostInput> = v.pipe(
  v.strictObject(entries),
  v.transform(withOneByline),
);

/** Validates the changes to a post. */
export const postChanges: v.GenericSchema<unknown, PatchOf<ValidPostInput>> = v.pipe(
  patchOf<ValidPostInput>(entries),
  v.transform(withOneByline),
);

const { html: _html, markdown: _markdown, ...metadata } = entries;

/** A post's input with Markdown content. Front matter fills in missing fields. */
export type MarkdownPostInput = { markdown: string } & Partial<Omit<ValidPostInput, "html" | "markdown">>;

/** Validates a post with Markdown content. */
export const markdownPostInput: v.GenericSchema<unknown, MarkdownPostInput> = v.pipe(
  v.strictObject({
    markdown: v.pipe(
      content,
      v.description(
        "The content, with optional front matter. The other fields of this object override the front matter.",
      ),
    ),
    ...metadata,
    name: v.exactOptional(entries.name),
  }),
  v.transform(withOneByline),
);

export interface WorkingCopyInput extends WorkingCopyText {
  /** Tag of the post that the text started from. Default: that of the stored working copy, or of the current post. */
  base?: string;
}

/** Validates the input of a working copy. */
export const workingCopyInput: v.GenericSchema<unknown, WorkingCopyInput> = v.pipe(
  v.strictObject({
    ...entriesOf(postFields, "copy", "input"),
    html: entries.html,
    markdown: entries.markdown,
    markdownDialect: entries.markdownDialect,
    base: v.exactOptional(
      v.pipe(
        v.string("must be a string"),
        v.maxLength(75, "must be the tag of a post, such as 12-3"),
        v.regex(postTagPattern, "must be the tag of a post, such as 12-3"),
        v.description("The tag of the post that the text started from, as in its `ETag`."),
      ),
    ),
  }),
  v.check(
    ({ html, markdown }) => (html === undefined) !== (markdown === undefined),
    "must have either html or markdown",
  ),
  v.transform(withOneByline),
);
