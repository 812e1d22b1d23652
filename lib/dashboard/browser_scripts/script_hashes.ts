/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "4b58776d90b6",
  "editor.js": "a879dd5f70c8",
  "palette.js": "1c662df2c058",
} as const;
