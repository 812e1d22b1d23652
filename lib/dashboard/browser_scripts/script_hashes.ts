/** First characters of each script's SHA-256. Generated from `browser/` by `npm run build:browser`. */
export const scriptHashes = {
  "code_editor.js": "c1d3ccf2f8d0",
  "editor.js": "6b3a5312cabc",
  "focal_point.js": "9bc2b4428289",
  "palette.js": "77d52a8bc5f5",
  "pictures.js": "ca5c6fbb92f0",
} as const;
