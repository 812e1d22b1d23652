/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "709b607ffbfc",
  "editor.js": "26337788cda8",
  "kept_texts.js": "566f41ec9d10",
  "palette.js": "77d52a8bc5f5",
} as const;
