/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "e3b0c44298fc",
  "editor.js": "e3b0c44298fc",
  "palette.js": "1c662df2c058",
} as const;
