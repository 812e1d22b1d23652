import { DamagedRecordError } from "../../../store/mod.ts";
import type { ContentDeps } from "../../organizations/organizations.ts";
import { headSetsOf, indexPrefix, type PostIndexEntry, postKey } from "../post_record.ts";
import { commitPost } from "./commit_post.ts";
import { repeatPostWrite } from "./post_precondition.ts";

/** A user who is merged into another user. */
interface MergedUsers {
  from: string;
  into: string;
}

const readAtOnce = 500;

/** Makes another user the creator of the posts that a user created in an organization. It reads the index of all posts. */
export async function changeCreator(
  deps: ContentDeps,
  organizationSlug: string,
  users: MergedUsers,
): Promise<void> {
  const entries = deps.store.listAll<PostIndexEntry>(
    ["org", organizationSlug],
    { prefix: indexPrefix("createdAt") },
    readAtOnce,
  );
  for await (const { data } of entries) {
    if (data.createdBy === users.from) await changeOne(deps, organizationSlug, { ...users, slug: data.slug });
  }
}

async function changeOne(
  deps: ContentDeps,
  organizationSlug: string,
  { from, into, slug }: MergedUsers & { slug: string },
): Promise<void> {
  const address = { organizationSlug, slug, action: "Cannot change the creator of the post" };
  await repeatPostWrite(deps.store, address, async (state) => {
    const found = await state.findPost();
    if (found === null || found instanceof DamagedRecordError) return true;
    const { data: before, version } = found.post;
    if (before.createdBy !== from) return true;
    const after = { ...before, createdBy: into };
    const changes = { checks: [{ key: postKey(slug), version }], sets: headSetsOf(after) };
    const write = { before, after, isSilent: true, state };
    return (await commitPost(deps, organizationSlug, changes, write)).committed || null;
  });
}
