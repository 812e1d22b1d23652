import { createStorage } from "unstorage";
import {
  mediaStore,
  type MediaStore,
  type MediaStoreOptions,
  type StoredMedia,
} from "../../../lib/media/mod.ts";
import { unstorageMedia } from "../../../media-stores/unstorage.ts";
import { type AdminWorld, signedIn } from "../../admin/admin_world.ts";

/** Returns a store of files in memory. */
export function mediaOfTests(options: MediaStoreOptions = {}): MediaStore {
  return mediaStore(unstorageMedia(createStorage()), options);
}

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

/** Returns the file of "acme" with a name. */
export async function findPicture(world: AdminWorld, name: string): Promise<StoredMedia | undefined> {
  const actor = await signedIn(world, world.owner.userId);
  const { media } = await world.api.admin.media.list(actor, { q: name });
  return media[0];
}
