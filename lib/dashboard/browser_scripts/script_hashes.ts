/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "488bdc7a1ee8",
  "editor.js": "39a81e9e36b6",
  "kept_texts.js": "cbb773fa928e",
  "palette.js": "77d52a8bc5f5",
} as const;
