import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import type { OpenApiDocument } from "../../lib/http/openapi/openapi_document.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { type RequestLimit, requestLimits } from "../openapi/request_limits.ts";
import { codeLimits, optionLimits } from "./code_limits.ts";
import { formatMarkdown } from "./format_markdown.ts";

const introduction = `# Limits

A request beyond a limit is refused. A form of the dashboard, a command and a method of the library have the limits of the same field in the APIs.
\`*\` stands for each item of a list. Texts are measured in UTF-16 code units, after trimming if the field is trimmed.

Errors list at most 20 faults and the number of the others, and repeat at most 80 characters of an input.

Records of earlier versions that are longer stay readable, and exports with them can be restored. A change of such a field must be shorter.
Therefore, the OpenAPI documents state no maxima for responses. A host's own posts have no maxima either.

The first rows are fields of requests, with the operations of both OpenAPI documents. Then follow the options of the host, and the limits in the code.

| Limit | Place | Maximum |
| --- | --- | --- |
`;

/** Operations that a row names. */
const mostNamed = 4;

async function documentOf(root: string): Promise<OpenApiDocument> {
  const api = createPublicApi({ storage: memoryDriver(), adminApi: true });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Docs" });
  const request = new Request(`http://localhost${root}/openapi.json`, { headers: { "x-api-key": key } });
  return (await (await api.fetch(request)).json()) as OpenApiDocument;
}

/** Returns a row for each field and maximum, with the operations that have it. */
function requestRows(limits: readonly RequestLimit[]): string[] {
  const operations = new Map<string, Set<string>>();
  for (const { operation, place, unit, most } of limits) {
    const row = `${place}|${most?.toLocaleString("en-US")} ${unit}`;
    operations.set(row, (operations.get(row) ?? new Set()).add(operation));
  }
  return [...operations].map(([row, names]) => {
    const [place = "", most = ""] = row.split("|");
    const where =
      names.size > mostNamed
        ? `${names.size} operations`
        : [...names].map((name) => `\`${name}\``).join(", ");
    return rowOf(`\`${place}\``, where, most);
  });
}

function rowOf(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
}

it("docs/limits.md lists the limits of the code (update it with `vitest run test/docs/limits.test.ts -u`)", async () => {
  const documents = await Promise.all(["/api/public/v1", "/api/admin/v1"].map(documentOf));
  const options = [
    ...optionLimits("lib/options.ts", "Limits", "limits"),
    ...optionLimits("lib/options.ts", "RateLimitOptions", "rateLimit"),
    ...optionLimits("lib/access/sessions/sessions.ts", "SessionLimits", "sessions"),
  ];
  const rows = [
    ...requestRows(documents.flatMap(requestLimits)),
    ...options.map(({ file, description, value }) => rowOf(description, file, value)),
    ...codeLimits().map(({ file, description, value }) => rowOf(description, `\`${file}\``, value)),
  ];
  const page = await formatMarkdown(`${introduction}${rows.join("\n")}\n`);
  await expect(page).toMatchFileSnapshot("../../docs/limits.md");
});
