/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "00acb8ec4ef3",
  "editor.js": "49ed44890098",
  "palette.js": "77d52a8bc5f5",
  "pictures.js": "ffdee0c4a55f",
} as const;
