/** True if a backup of this name is a file of records. Every other name is an LMDB directory. */
export function isExportFile(name: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?$/.test(name);
}
