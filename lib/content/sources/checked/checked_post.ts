import type { InvalidField } from "../../../base/errors.ts";
import { rowsOf } from "../../../base/fields/field.ts";
import { postFields } from "../../posts/post_fields.ts";
import type { Post } from "../../posts/post_forms.ts";
import { longestContent } from "../../posts/post_input.ts";
import {
  type HostField,
  optionalField,
  readerOf,
  readRow,
  textReader,
  versionField,
} from "../../../base/host/host_row.ts";

const hostFields: readonly HostField[] = [
  ...rowsOf(postFields).flatMap(([name, { kind, on }]): HostField[] => {
    if (on["host"] === undefined) return [];
    // A post is free by default. An unknown price must not make it free.
    const refusesNull = name === "isAccessibleForFree";
    return [{ name, isRequired: on["host"] === "required", refusesNull, read: readerOf(kind) }];
  }),
  // The content and the version are not in the table of fields.
  optionalField("html", textReader(longestContent)),
  versionField,
];

/** Returns the name of a post in errors. */
export function itemName(slug: string | number): string {
  return `post ${JSON.stringify(slug)}`;
}

/** A post of a host, or the invalid fields of its row. */
export type CheckedPost = ValidPost | InvalidPost;

interface ValidPost {
  post: Post;
  /** True if the row needed no change. */
  isSame: boolean;
}

interface InvalidPost {
  post: undefined;
  /** The post in errors, by its slug or else its id. Undefined if both are invalid. */
  name: string | undefined;
  version: string | undefined;
  problems: readonly InvalidField[];
  cause?: unknown;
}

/** Returns the post of a host's row with names in their stored form, and without unknown fields if it needs a change. */
export function checkPost(row: unknown): CheckedPost {
  const { values, isSame, problems, cause } = readRow(row, hostFields);
  // The table requires the fields that a post requires.
  if (problems.length === 0) return { post: (isSame ? row : values) as Post, isSame };
  const { slug, id, version } = values as Partial<Post>;
  const named = slug ?? id;
  const name = named === undefined ? undefined : itemName(named);
  return { post: undefined, name, version, problems, ...(cause !== undefined && { cause }) };
}
