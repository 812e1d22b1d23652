/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "e5965bf633d2",
  "editor.js": "895472b66a68",
  "palette.js": "1c662df2c058",
} as const;
