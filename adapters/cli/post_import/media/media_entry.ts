/**
 * The result for an address of an image or a file:
 *
 * - `found`: its file lies in the folder of the site
 * - `copied`: its file was copied, and the address was replaced. In a dry run, it would be
 * - `stored`: its file was put into the media store, and the address was replaced. In a dry run, it would be
 * - `present`: the media store had its file, and the address was replaced
 * - `missing`: it belongs to the site, but its file was not found
 * - `refused`: its file must not be read, such as a file outside of the folder
 * - `external`: it belongs to another site
 */
export type MediaResult = "found" | "copied" | "stored" | "present" | "missing" | "refused" | "external";

/** An image or file of a post, as the report lists it. */
export interface MediaEntry {
  /** Place of the post in the source, such as `posts/a.md:1`. */
  place: string;
  /** Element and attribute in the HTML, such as `img src`, or `image` for the post's image. */
  where: string;
  /** The address as the post has it. */
  address: string;
  /** The address on the old site. */
  url?: string;
  result: MediaResult;
  /** The file, if it was found. */
  file?: string;
  /** The address of the copy, or in the media store. */
  newUrl?: string;
  /** The reason why the file is refused. */
  reason?: string;
}

/** Numbers of addresses by result. */
export type MediaCounts = Record<MediaResult, number>;
