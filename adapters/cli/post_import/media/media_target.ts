import type { PostMedia } from "../../../../lib/import/mod.ts";
import type { MediaEntry } from "./media_entry.ts";

/** The result for a file: its new address, or the reason why it stays where it is. */
export type PutMedia = Required<Pick<MediaEntry, "result" | "newUrl">> | { refused: string };

/** The place that receives the images and files of an import. */
export interface MediaTarget {
  /** True to take the original picture in place of a smaller copy that the old system made. */
  readonly prefersOriginals: boolean;
  /** Returns true for the address of a file that is there. Default: no address is. */
  has?(url: URL): Promise<boolean>;
  /**
   * Puts a file there, unless the place has it.
   *
   * @param file path of the file
   * @param media a use of the file in a post
   * @throws {CliError} if the place fails
   */
  put(file: string, media: PostMedia): Promise<PutMedia>;
}
