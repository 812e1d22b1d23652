import { extractFaqEntries } from "../../lib/faq/mod.ts";

// Extracting is a matter of microseconds; a Worker is for many posts at once, or for a page that must not wait at all.
addEventListener("message", ({ data }: MessageEvent<string>) => {
  postMessage(extractFaqEntries(data));
});
