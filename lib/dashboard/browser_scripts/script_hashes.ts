/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "2023c124313a",
  "editor.js": "7d8164928ddf",
  "palette.js": "1c662df2c058",
} as const;
