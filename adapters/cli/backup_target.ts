/** Whether a backup of this name is a file of records. Every other name is a directory of LMDB. */
export function isExportFile(name: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?$/.test(name);
}
