import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Folders whose tests start no server, no browser and no other process. */
const folders = [
  "access",
  "admin",
  "client",
  "content",
  "faq",
  "feeds",
  "http",
  "import",
  "react",
  "sitemap",
  "store",
  "structured_data",
  "transfer",
];

/** The tests of `npm run test:quick`: about a minute on two cores. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: [...folders.map((folder) => `test/${folder}/**/*.test.ts`), "test/*.test.ts"],
    exclude: [
      "test/**/*browser*",
      // These read 5 MB of markup and lists of 10,000 posts, and take half a minute each.
      "test/faq/{hostile_input,scanner_equals_tree}.test.ts",
      "test/http/{changing_lists,changing_sitemaps,large_sitemaps}.test.ts",
      // Every rule of the API, over every store.
      "test/api.test.ts",
    ],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: "100%",
  },
});
export default config;
