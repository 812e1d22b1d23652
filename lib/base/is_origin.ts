/** True for an origin in the form of browsers, such as `https://example.com`. A wildcard would match nothing. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && !text.includes("*");
}
