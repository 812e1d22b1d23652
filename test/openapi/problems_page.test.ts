import { format, resolveConfig } from "prettier";
import { expect, it } from "vitest";
import { problems } from "../../lib/problems/problems.ts";

const introduction = `# Problems

Every error is a problem detail (RFC 9457) with the media type \`application/problem+json\`: \`type\`, \`title\`, \`status\`,
\`detail\`, \`code\`, and for bodies \`errors\`, a list of JSON pointers and messages. \`code\` stays the same for good. The
API serves this list as a page at \`/api/public/v1/docs/problems\`, where the \`type\` of a problem leads.

`;

/** What other pages of the docs say of a problem; the page that the API serves has no such links. */
const seeAlso: Readonly<Record<string, string>> = {
  "grant-refused": " See [who may give what](admin_api.md#who-may-give-what).",
};

it("docs/problems.md is what lib/problems/problems.ts says: `vitest run test/openapi -u` renews it", async () => {
  const rows = Object.entries(problems).map(
    ([code, { status, title, advice }]) =>
      `| <a id="${code}"></a>\`${code}\` | ${status} | ${title} | ${advice}${seeAlso[code] ?? ""} |`,
  );
  const table = ["| Code | Status | What it means | What to do |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
  const config = await resolveConfig("docs/problems.md");
  const page = await format(introduction + table, { ...config, parser: "markdown" });
  await expect(page).toMatchFileSnapshot("../../docs/problems.md");
});
