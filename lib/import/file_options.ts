/** What a file is read with. */
export interface FileOptions {
  /** The file's path from the folder that is imported, with `/` between its parts: it can hold date, slug and language. */
  path: string;
  /** Absolute URL of the organization's site: relative addresses of images begin there. */
  siteUrl: string;
  /** Milliseconds since the epoch: what Hugo's `expiryDate` is compared with. */
  now: number;
}
