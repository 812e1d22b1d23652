import { mediaStore, type MediaBytes, type MediaStore } from "../../../lib/media/mod.ts";

/** Returns a store of files in memory. */
export function mediaOfTests(options: Parameters<typeof mediaStore>[1] = {}): MediaStore {
  const files = new Map<string, Blob>();
  const bytes: MediaBytes = {
    put: async (key, body) => {
      files.set(key, body);
    },
    get: async (key, range) => {
      const file = files.get(key);
      if (file === undefined) return null;
      return (range === undefined ? file : file.slice(range.start, range.end + 1)).stream();
    },
    delete: async (key) => {
      files.delete(key);
    },
    list: async () => ({ keys: [...files.keys()], next: null }),
  };
  return mediaStore(bytes, options);
}
