/** Generated from `browser/` by `npm run build:browser`. */
export const text: string = "";
