/** A file in a zip, as the zip's directory describes it. */
export interface ZipEntry {
  /** Name in the zip, with `/` between folders. */
  name: string;
  /** Number of the compression method: 0 is stored, 8 is deflated. */
  method: number;
  isEncrypted: boolean;
  isLink: boolean;
  compressedSize: number;
  size: number;
  /** Place of the file's own header in the zip. */
  offset: number;
}
