/** Types that are text, but for events, which are to come one by one. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript|[\w.+-]+\+(?:json|xml))\b|image\/svg\+xml)/i;

/** Whether an answer becomes smaller by compression, and may be changed on its way (RFC 9111, section 5.2.2.6). */
export function isCompressible(contentType: string | undefined, cacheControl: string | undefined): boolean {
  return compressible.test(contentType ?? "") && cacheControl?.includes("no-transform") !== true;
}
