import { mediaStore, type MediaBytes, type MediaStore, type StoredMedia } from "../../../lib/media/mod.ts";
import { signedIn } from "../../admin/admin_world.ts";
import type { ServedWorld } from "../served_world.ts";

/** Returns a store of files in memory. */
export function mediaOfTests(options: Parameters<typeof mediaStore>[1] = {}): MediaStore {
  const files = new Map<string, Blob>();
  const bytes: MediaBytes = {
    put: async (key, body) => {
      files.set(key, body);
    },
    get: async (key, range) => {
      const file = files.get(key);
      if (file === undefined) return null;
      return (range === undefined ? file : file.slice(range.start, range.end + 1)).stream();
    },
    delete: async (key) => {
      files.delete(key);
    },
    list: async () => ({ keys: [...files.keys()], next: null }),
  };
  return mediaStore(bytes, options);
}

/** Uploads a picture as the owner of "acme". */
export async function addPicture(
  { world }: Pick<ServedWorld, "world">,
  name: string,
  bytes: Uint8Array,
  texts: { alt?: string } = {},
): Promise<StoredMedia> {
  const actor = await signedIn(world, world.owner.userId);
  return world.api.admin.media.upload(actor, new Uint8Array(bytes), { name, ...texts });
}

/** Returns the files of "acme", the newest first. */
export async function picturesOf({ world }: Pick<ServedWorld, "world">): Promise<StoredMedia[]> {
  const actor = await signedIn(world, world.owner.userId);
  return (await world.api.admin.media.list(actor)).media;
}
