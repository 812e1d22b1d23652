/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "9999b8ba11ab",
  "editor.js": "da8c94ad24c8",
  "palette.js": "1c662df2c058",
} as const;
