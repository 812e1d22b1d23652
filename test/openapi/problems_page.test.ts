import { expect, it } from "vitest";
import { problems } from "../../lib/http/problems/problems.ts";
import { formatMarkdown } from "../docs/format_markdown.ts";

const introduction = `# Problems

Look up the \`code\` of an error response here to find its cause and solution.

\`\`\`bash
curl -s http://127.0.0.1:3000/api/public/v1/post/postern/nope # 404
\`\`\`

\`\`\`json
{
  "type": "/api/public/v1/docs/problems#post-not-found",
  "title": "The post does not exist",
  "status": 404,
  "detail": "No published post has the slug in the path",
  "code": "post-not-found"
}
\`\`\`

Every error is a problem detail (RFC 9457) with the media type \`application/problem+json\`.

| Field | Meaning |
| --- | --- |
| \`type\` | address of the code's description, on the page that the API serves at \`/api/public/v1/docs/problems\` |
| \`title\` | short description of the code |
| \`status\` | the response's status |
| \`detail\` | cause of this error |
| \`code\` | the code, which never changes |
| \`errors\` | for invalid bodies: a list of JSON pointers and messages |

## Codes

`;

/** Links to other pages of the docs. The page that the API serves does not have them. */
const seeAlso: Readonly<Record<string, string>> = {
  "grant-refused": " See the [rules for keys and members](admin_api.md#rules-for-keys-and-members).",
};

it("docs/problems.md matches lib/http/problems/problems.ts (update it with `vitest run test/openapi -u`)", async () => {
  const rows = Object.entries(problems).map(
    ([code, { status, title, advice }]) =>
      `| <a id="${code}"></a>\`${code}\` | ${status} | ${title} | ${advice}${seeAlso[code] ?? ""} |`,
  );
  const table = ["| Code | Status | Meaning | Solution |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const page = await formatMarkdown(introduction + table);
  await expect(page).toMatchFileSnapshot("../../docs/problems.md");
});
