/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "79b290582fef",
  "editor.js": "d5fd9cd09aca",
  "focal_point.js": "9bc2b4428289",
  "kept_texts.js": "175defd613f4",
  "palette.js": "5b01f3a348b8",
  "pictures.js": "dc53815ba130",
} as const;
