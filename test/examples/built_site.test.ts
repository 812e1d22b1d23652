import { describe, expect, it } from "vitest";
import { describeMounted } from "./_mounted_suite.ts";

/** Origin of a running site with the content of `seed.js`, and its key: `run_sites.sh` starts the sites and runs these tests. */
const origin = process.env["POSTERN_SITE"];
const key = process.env["POSTERN_SITE_KEY"] ?? "";

describe.skipIf(origin === undefined)("a built site", () => {
  describeMounted({
    key: () => key,
    answer: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      // Some servers close the connection if a body without a length is refused before its end.
      const body = method === "POST" ? await request.text() : null;
      return fetch(`${origin}${pathname}${search}`, { method, headers, body });
    },
  });

  it("shows the site's own page", async () => {
    const page = await fetch(`${origin}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
  });
});
