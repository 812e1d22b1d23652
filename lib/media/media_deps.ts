import type { ApiPlace } from "../base/api_address.ts";
import type { Awaitable } from "../base/awaitable.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import type { Sleep } from "../base/time/sleep.ts";
import type { Outbox } from "../events/mod.ts";
import type { KeyPart, StoreAndClock } from "../store/mod.ts";
import type { MediaBytes } from "./media_bytes.ts";
import type { PictureResizer } from "./variants/picture_resizer.ts";

/** Parts of an API that its files need. */
export interface MediaDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  sleep: Sleep;
  outbox: Outbox;
  onError: (error: unknown) => void;
  options: ApiPlace;
  findOrganization: (slug: string) => Awaitable<object | null>;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
}

/** The options of a media store, with their defaults. */
export interface MediaSettings {
  bytes: MediaBytes;
  /** Maximum number of bytes of a file. */
  fileBytes: number;
  /** Maximum number of bytes of an organization's files. */
  organizationBytes: number;
  /** Maximum number of bytes of memory for concurrent uploads. */
  memoryBytes: number;
  /** Origin of the addresses of files. Undefined for the API's own. */
  mediaOrigin: string | undefined;
  /** Makes smaller copies of pictures. Undefined if the host has none. */
  resizer: PictureResizer | undefined;
  /** True if the first picture of a post is the image of its structured data, if the post has no image. */
  isArticleImage: boolean;
}
