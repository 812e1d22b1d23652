/** True on Cloudflare Workers, where pending I/O ends with its request. There, a request must not wait for the I/O of a different request. */
export const isBoundToRequest: boolean =
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === "Cloudflare-Workers";
