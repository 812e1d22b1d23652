/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "88a5ceadc784",
  "editor.js": "18d155e38e19",
  "focal_point.js": "9bc2b4428289",
  "kept_texts.js": "175defd613f4",
  "palette.js": "5b01f3a348b8",
  "pictures.js": "24ef9e07b57a",
} as const;
