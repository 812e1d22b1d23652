/** Returns a strong ETag from the SHA-256 of a response's bytes. */
export function toEtag(digest: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...digest.slice(0, 18)));
  return `"${base64.replaceAll("+", "-").replaceAll("/", "_")}"`;
}
