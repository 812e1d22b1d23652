import { extractFaqEntries } from "../../lib/faq/mod.ts";

// Extraction takes microseconds. Use a Worker for many posts, or for a page that must never block.
addEventListener("message", ({ data }: MessageEvent<string>) => {
  postMessage(extractFaqEntries(data));
});
