import { createStorage } from "unstorage";
import {
  mediaStore,
  type MediaBytes,
  type MediaStoreOptions,
  type StoredMedia,
} from "../../lib/media/mod.ts";
import type { PublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { unstorageMedia } from "../../media-stores/unstorage.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { pngHeader, pngChunk, bytesOf } from "./types/_files.ts";

/** An API with files, over a store that takes time. */
export interface MediaWorld {
  world: World;
  media: NonNullable<PublicApi["media"]>;
  bytes: MediaBytes;
  /** The keys of all stored bytes. */
  keys: () => Promise<string[]>;
}

const openSlow: OpenStorage = async (clock) => ({
  storage: slowDriver(memoryDriver({ clock }), 3),
  close: () => undefined,
});

/** Opens an API with files and the organization "acme". */
export async function openMediaWorld(
  options: MediaStoreOptions = {},
  bytes: MediaBytes = unstorageMedia(createStorage()),
  open: OpenStorage = openSlow,
): Promise<MediaWorld> {
  const world = await World.open(open, { media: mediaStore(bytes, options), adminApi: true });
  const { media } = world.api;
  if (media === undefined) throw new Error("The API has no files");
  return { world, media, bytes, keys: async () => (await bytes.list({ limit: 1000 })).keys };
}

/** A picture of 2 x 3 pixels. Pictures with different texts have different bytes. */
export function picture(text: string): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(text);
  return new Uint8Array(bytesOf(pngHeader(2, 3), pngChunk("IDAT", content), pngChunk("IEND")));
}

/** A day in milliseconds. */
export const day: number = 24 * 60 * 60 * 1000;

/** Stores a picture with a text in its bytes. */
export async function upload({ media }: MediaWorld, text: string, name = "a.png"): Promise<StoredMedia> {
  return media.upload("acme", picture(text), { name });
}

/** Returns the code of the error of a call. */
export async function codeOf(failing: Promise<unknown>): Promise<unknown> {
  const error: unknown = await failing.catch((caught: unknown) => caught);
  return error instanceof Error && "code" in error ? error.code : error;
}

/** Sweeps, and sweeps again after a day. */
export async function sweepTwice({ media, world }: MediaWorld): ReturnType<MediaWorld["media"]["sweep"]> {
  await media.sweep();
  world.clock.advance(day);
  return media.sweep();
}
