/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "7150ace97222",
  "editor.js": "e9e5d06968ae",
  "focal_point.js": "9bc2b4428289",
  "kept_texts.js": "566f41ec9d10",
  "palette.js": "77d52a8bc5f5",
  "pictures.js": "dc53815ba130",
} as const;
