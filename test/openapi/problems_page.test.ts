import { format, resolveConfig } from "prettier";
import { expect, it } from "vitest";
import { problems } from "../../lib/problems/problems.ts";

const introduction = `# Problems

Every error is a problem detail (RFC 9457) with the media type \`application/problem+json\`: \`type\`, \`title\`, \`status\`,
\`detail\`, \`code\`, and for bodies \`errors\`, a list of JSON pointers and messages. \`code\` never changes. The
API serves this list as a page at \`/api/public/v1/docs/problems\`. The \`type\` of a problem links to its section there.

`;

/** Links to other pages of the docs. The page that the API serves does not have them. */
const seeAlso: Readonly<Record<string, string>> = {
  "grant-refused": " See [who may give what](admin_api.md#who-may-give-what).",
};

it("docs/problems.md matches lib/problems/problems.ts (update it with `vitest run test/openapi -u`)", async () => {
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
