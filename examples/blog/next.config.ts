import type { NextConfig } from "next";
import { setting } from "./lib/setting";

const api = `${setting("POSTERN_URL")}/api/public/v1`;
const organization = setting("POSTERN_ORGANIZATION");

const config: NextConfig = {
  poweredByHeader: false,
  // A lockfile in a folder above does not change the root.
  turbopack: { root: import.meta.dirname },
  // Metadata is always in the head, not streamed after it.
  htmlLimitedBots: /.*/,
  rewrites: async () => [
    { source: "/feed.xml", destination: `${api}/feed/${organization}/rss.xml` },
    { source: "/atom.xml", destination: `${api}/feed/${organization}/atom.xml` },
    { source: "/feed.json", destination: `${api}/feed/${organization}/feed.json` },
    { source: "/llms.txt", destination: `${api}/llms/${organization}` },
    { source: "/sitemap.xml", destination: `${api}/sitemap/${organization}` },
    { source: "/sitemap-posts.xml", destination: `${api}/post/${organization}/sitemap` },
  ],
};

export default config;
