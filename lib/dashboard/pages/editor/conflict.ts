import { type PostRevision, postTag, revisedContent, type StoredPostWithHtml } from "../../../content/mod.ts";
import type { Visit } from "../../visit.ts";
import { type PostFormField, postFormFields } from "../post_form/post_form_fields.ts";
import { type EditorText, isSameText, textOfPost, textOfShown } from "./editor_text.ts";

/** Both sides of a conflict. */
export interface Conflict {
  yours: EditorText;
  /** The stored working copy, or the post if it changed below the working copy. Its version and tag are those that a save must name. */
  theirs: EditorText;
  /** The change by another writer: the draft or the working copy was saved, the working copy was discarded, or the post itself was changed. */
  change: "draft-saved" | "copy-saved" | "copy-discarded" | "post";
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
  const [shown, revisions] = await Promise.all([
    api.admin.posts.text.get({ actor, slug }),
    api.admin.posts.history({ actor, slug }),
  ]);
  const { post, savedAs } = shown;
  const base = textOfTag(yours.tag, { post, revisions, fields });
  const { by: lastBy, at: lastAt = post.updatedAt } = revisions[0] ?? {};
  if (savedAs !== "post" && shown.version !== yours.version) {
    const { by = lastBy, at = lastAt } = shown;
    const change = savedAs === "draft" ? "draft-saved" : "copy-saved";
    return { yours, theirs: textOfShown(shown, fields), change, by, at, base };
  }
  const tag = postTag(post);
  // A save against the present post names its tag, and the same working copy.
  const version = shown.version.replace(shown.baseTag, tag);
  const theirs = { ...textOfPost(post, fields), version };
  const isDiscarded = savedAs === "post" && base !== undefined && isSameText(base, theirs, fields);
  const change = isDiscarded ? "copy-discarded" : "post";
  return { yours, theirs, change, by: lastBy, at: lastAt, base };
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
