import { postTag, type PostInput, type StoredPost, UnpublishedChangesError } from "../../../content/mod.ts";
import { type InvalidField, InvalidInputError, PreconditionFailedError } from "../../../base/errors.ts";
import { toAdminProblem } from "../../../api/mod.ts";
import { given } from "../../../base/given.ts";
import { yieldToEventLoop } from "../../../base/yielding.ts";
import { fieldOfPointer } from "../../form/form_problem.ts";
import { fieldWords } from "../../form/field_words.ts";
import type { Visit } from "../../visit.ts";
import type { PickedPost } from "./picked_posts.ts";

/** The actions of a form on the selected posts. */
export const postsActions = ["publish", "archive", "add-tag", "remove-tag", "delete"] as const;

/** A form's action on the selected posts. */
export type PostsAction = (typeof postsActions)[number];

/** Fields of a post that a form for several posts changes. */
export type PostFields = Pick<PostInput, "status" | "publishedAt" | "tags">;

/** The fields by which a step restores the publication of a post. */
export type FormerPublication = Pick<StoredPost, "status" | "publishedAt" | "scheduleZone">;

/** A post that was changed, with the fields that it had. */
export interface UndoStep extends PickedPost {
  fields: FormerPublication | Required<Pick<PostFields, "tags">>;
}

/** Result of a form for several posts. */
export interface ChangedPosts {
  /** Names of the posts that were changed. */
  changed: string[];
  /** Steps that restore the changed posts. Empty if the change cannot be undone. */
  undo: UndoStep[];
  /** Number of posts that needed no change. */
  unchanged: number;
  failed: { name: string; reason: string }[];
}

/** Changes a post. Returns the step that undoes the change, `true` if it cannot be undone, or null if nothing is to be changed. */
export type ChangeOfPost<Picked = PickedPost> = (
  post: StoredPost,
  pick: Picked,
) => Promise<UndoStep | true | null>;

/** Changes posts one after another, if they are still in the version that the list showed. A failure does not stop the others. */
export async function changePosts<Picked extends PickedPost>(
  { api, actor }: Pick<Visit, "api" | "actor">,
  picked: readonly Picked[],
  change: ChangeOfPost<Picked>,
): Promise<ChangedPosts> {
  const result: ChangedPosts = { changed: [], undo: [], unchanged: 0, failed: [] };
  for (const pick of picked) {
    await yieldToEventLoop();
    let name = pick.slug;
    try {
      const post = await api.admin.posts.get({ actor, slug: pick.slug });
      ({ name } = post);
      const step = await change(post, pick);
      if (step === null) result.unchanged++;
      else result.changed.push(name);
      if (step !== null && step !== true) result.undo.push(step);
    } catch (error) {
      const isOwn =
        error instanceof PreconditionFailedError && (await isLastWriter({ api, actor }, pick.slug));
      result.failed.push({ name, reason: isOwn ? ownChange : reasonOf(error) });
    }
  }
  return result;
}

/** Returns a change that sets fields of a post. `plan` returns the fields, or null if the post has them already. */
export function settingFields<Picked extends PickedPost>(
  { api, actor }: Pick<Visit, "api" | "actor">,
  plan: (post: StoredPost, pick: Picked) => PostFields | null,
): ChangeOfPost<Picked> {
  return async (post, pick) => {
    const fields = plan(post, pick);
    if (fields === null) return null;
    const { slug, tag } = pick;
    const after = await api.admin.posts.update({ actor, slug }, fields, { ifMatch: [tag] });
    return { slug: after.slug, tag: postTag(after), fields: fieldsBefore(post, fields) };
  };
}

/** Returns a change that gives a post the fields of a step, which a post had before. */
export function restoringFields({ api, actor }: Pick<Visit, "api" | "actor">): ChangeOfPost<UndoStep> {
  const { posts } = api.admin;
  return async (_post, { slug, tag, fields }) => {
    const conditions = { ifMatch: [tag] };
    if ("tags" in fields) await posts.update({ actor, slug }, fields, conditions);
    else await posts.restorePublication({ actor, slug }, fields, conditions);
    return true;
  };
}

/** Returns the fields by which a step restores the publication of a post. */
export function formerPublication({
  status,
  publishedAt,
  scheduleZone,
}: FormerPublication): FormerPublication {
  return { status, ...given({ publishedAt, scheduleZone }) };
}

function fieldsBefore(post: StoredPost, fields: PostFields): UndoStep["fields"] {
  return fields.status === undefined ? { tags: post.tags ?? [] } : formerPublication(post);
}

const ownChange = "you changed it after the list was shown, in another tab or with another form";

/** True if the actor wrote the post last. */
async function isLastWriter({ api, actor }: Pick<Visit, "api" | "actor">, slug: string): Promise<boolean> {
  const { posts } = api.admin;
  const [{ saves }, [last]] = await Promise.all([posts.get({ actor, slug }), posts.history({ actor, slug })]);
  return (saves?.by ?? last?.by) === actor.userId;
}

/**
 * Returns the reason in words for the person who sent the form.
 *
 * @throws the error if sending the form again cannot help
 */
function reasonOf(error: unknown): string {
  if (error instanceof InvalidInputError) return error.fields.map(reasonOfField).join(", ");
  if (error instanceof UnpublishedChangesError) return "it has unpublished changes";
  const { status } = toAdminProblem(error);
  if (status === 412) return "somebody changed it after the list was shown";
  if (status === 404) return "it was deleted after the list was shown";
  if (status === 409) return "it was changed at the same time";
  if (status === 503) return "the storage did not respond, or refused";
  throw error;
}

function reasonOfField({ pointer, message }: InvalidField): string {
  const { name } = fieldOfPointer(pointer);
  return name.startsWith("custom.") ? `the ${fieldWords(name)} ${message}` : message;
}
