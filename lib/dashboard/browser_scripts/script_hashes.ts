/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "f29617c59b92",
  "editor.js": "1887bd7222e5",
  "palette.js": "77d52a8bc5f5",
} as const;
