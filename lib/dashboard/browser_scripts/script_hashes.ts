/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "85dd73f44443",
  "editor.js": "fe471ad6c236",
  "palette.js": "1c662df2c058",
} as const;
