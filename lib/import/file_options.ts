/** Options of the readers of single files. */
export interface FileOptions {
  /** The file's path relative to the imported folder, separated by `/`. It can contain date, slug and language. */
  path: string;
  /** Absolute URL of the organization's site. Relative image URLs are resolved against it. */
  siteUrl: string;
  /** Current time in milliseconds since the epoch. Hugo's `expiryDate` is compared with it. */
  now: number;
}
