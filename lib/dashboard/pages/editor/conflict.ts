import { type PostRevision, postTag, revisedContent, type StoredPostWithHtml } from "../../../content/mod.ts";
import type { Visit } from "../../visit.ts";
import { type PostFormField, postFormFields } from "../post_form/post_form_fields.ts";
import { type EditorText, isSameText, textOfCopy, textOfPost } from "./editor_text.ts";

/** Both sides of a conflict. */
export interface Conflict {
  yours: EditorText;
  /** The stored working copy, or the post if it changed below the working copy. Its version and tag are those that a save must name. */
  theirs: EditorText;
  /** The change by another writer: the working copy was saved or discarded, or the post itself was changed. */
  change: "copy-saved" | "copy-discarded" | "post";
  /** Id of the user who wrote `theirs`, if known. */
  by?: string | undefined;
  /** Time of `theirs`, in RFC 3339. */
  at: string;
  /** The text that yours started from, if it is still stored. */
  base?: EditorText | undefined;
}

/** Finds the text that stands against a sent text. */
export async function findConflict(visit: Visit, yours: EditorText): Promise<Conflict> {
  const { api, actor, params } = visit;
  const { slug = "" } = params;
  const fields = postFormFields(visit);
  const [post, copy, revisions] = await Promise.all([
    api.admin.posts.get({ actor, slug }),
    api.admin.posts.workingCopy.get({ actor, slug }),
    api.admin.posts.history({ actor, slug }),
  ]);
  const base = textOfTag(yours.tag, { post, revisions, fields });
  if (copy !== null && copy.version !== yours.version) {
    return {
      yours,
      theirs: textOfCopy(copy, post, fields),
      change: "copy-saved",
      by: copy.by,
      at: copy.at,
      base,
    };
  }
  const theirs = { ...textOfPost(post, fields), version: copy?.version ?? "" };
  const isDiscarded = copy === null && base !== undefined && isSameText(base, theirs, fields);
  const { by, at = post.updatedAt } = revisions[0] ?? {};
  return { yours, theirs, change: isDiscarded ? "copy-discarded" : "post", by, at, base };
}

/** The stored texts of a post, with its revisions newest first. */
export interface StoredTexts {
  post: StoredPostWithHtml;
  revisions: readonly PostRevision[];
  fields: readonly PostFormField[];
}

/** Returns the text of the revision that a tag names, or undefined if it is not stored any more. */
function textOfTag(tag: string, texts: StoredTexts): EditorText | undefined {
  const { id } = texts.post;
  const index = texts.revisions.findIndex(({ number }) => postTag({ id, revision: number }) === tag);
  return index === -1 ? undefined : textOfRevision(index, texts);
}

/** Returns the text of one of a post's revisions. Undefined if its content was too long to be stored. */
export function textOfRevision(
  index: number,
  { post, revisions, fields }: StoredTexts,
): EditorText | undefined {
  const revision = revisions[index];
  if (revision === undefined) return undefined;
  const later = revisions.slice(0, index).toReversed();
  const content = revisedContent([revision, ...later], post);
  return content && textOfPost({ ...revision.post, ...content }, fields);
}
