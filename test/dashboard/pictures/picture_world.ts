import type { StoredMedia } from "../../../lib/media/mod.ts";
import { type AdminWorld, signedIn } from "../../admin/admin_world.ts";

/** Uploads a picture as the owner of "acme". */
export async function addPicture(
  world: AdminWorld,
  name: string,
  bytes: Uint8Array,
  texts: { alt?: string } = {},
): Promise<StoredMedia> {
  const actor = await signedIn(world, world.owner.userId);
  return world.api.admin.media.upload(actor, new Uint8Array(bytes), { name, ...texts });
}

/** Returns the files of "acme", the newest first. */
export async function picturesOf(world: AdminWorld): Promise<StoredMedia[]> {
  const actor = await signedIn(world, world.owner.userId);
  return (await world.api.admin.media.list(actor)).media;
}
