/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "f29617c59b92",
  "editor.js": "8c839893a117",
  "palette.js": "3760b3cd4745",
} as const;
