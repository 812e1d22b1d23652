/** A whole file of the store is damaged, so that no record in it can be read. */
export class DamagedFileError extends Error {
  override name = "DamagedFileError";
  /** The path of the file. */
  readonly file: string;

  constructor(file: string, reason: string) {
    super(
      `Cannot open the store: ${file} is damaged: ${reason}. Move its directory away, and restore a backup with "postern restore"`,
    );
    this.file = file;
  }
}
