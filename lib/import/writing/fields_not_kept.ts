import { rowsOf } from "../../base/fields/field.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { postFields, type StoredPostWithHtml } from "../../content/mod.ts";

/** Names in front matter of the fields that a post's input can have. */
export const writtenFields: readonly (readonly [field: string, name: string])[] = rowsOf(postFields).flatMap(
  ([field, { on, frontMatter }]) =>
    frontMatter === undefined || on["input"] === undefined ? [] : [[field, frontMatter[0]] as const],
);

/** The fields that an import must bring back. */
const compared = [
  ...writtenFields.map(([field]) => field),
  "status",
  "aliases",
  "html",
  "markdown",
  "markdownDialect",
];

/**
 * Returns the names of the fields of which an import of a written post does not have the post's values.
 *
 * @param input the input that the import reads. Undefined if it reads no post
 * @param normal returns a value without the differences that do not count. Default: all differences count
 */
export function fieldsNotKept(
  post: StoredPostWithHtml,
  input: object | undefined,
  normal: (field: string, value: unknown) => unknown = (_field, value) => value,
): string[] {
  const values: Readonly<Record<string, unknown>> = { ...post };
  const found: Readonly<Record<string, unknown>> = {
    status: "published",
    isAccessibleForFree: true,
    ...input,
  };
  const names = compared.filter(
    (name) => !isEqualJson(normal(name, values[name]), normal(name, found[name])),
  );
  return post.unfinished === undefined ? names : [...names, "unfinished"];
}
