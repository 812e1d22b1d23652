import { expect, it } from "vitest";
import { auditActions } from "../../lib/access/audit.ts";
import { permissions } from "../../lib/access/permissions.ts";
import { hookNames } from "../../lib/hooks.ts";
import { problems } from "../../lib/http/problems/problems.ts";
import { exportedErrors } from "./exported_errors.ts";
import { formatMarkdown } from "./format_markdown.ts";

const introduction = `# Names

These names do not change their meaning. Log, store and compare them, never the messages beside them.
`;

function section(title: string, scheme: string, names: readonly string[]): string {
  return `\n## ${title}\n\n${scheme}\n\n${names.map((name) => `- \`${name}\``).join("\n")}\n`;
}

async function errorTable(): Promise<string> {
  const rows = (await exportedErrors()).map(
    ({ name, from, meaning }) =>
      `| \`${name}\` | ${from.map((entry) => `\`${entry}\``).join(", ")} | ${meaning} |`,
  );
  const head = "| Error | Import it from | Meaning |\n| --- | --- | --- |";
  return `\n## Errors of the library\n\nClasses, with \`cause\` if there is one.\n\n${head}\n${rows.join("\n")}\n`;
}

it("docs/names.md lists the names of the code (update it with `vitest run test/docs/names.test.ts -u`)", async () => {
  const lists = [
    section("Hooks", "`subject.change`, in the past tense. See [access](access.md#hooks).", hookNames),
    section("Problem codes", "Words joined by `-`. See [problems](problems.md).", Object.keys(problems)),
    section("Permissions", "`resource:action`. See [access](access.md).", permissions),
    section("Audit actions", "`subject.change`, in the past tense. See [access](access.md).", auditActions),
    await errorTable(),
  ];
  const page = await formatMarkdown(introduction + lists.join(""));
  await expect(page).toMatchFileSnapshot("../../docs/names.md");
});
