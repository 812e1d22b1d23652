import { readFileSync } from "node:fs";
import { format } from "oxfmt";

const settings = new URL("../../.oxfmtrc.json", import.meta.url);
const { printWidth } = JSON.parse(readFileSync(settings, "utf8")) as { printWidth: number };

/** Returns generated Markdown in the format of `npm run format`. */
export async function formatMarkdown(page: string): Promise<string> {
  const { code, errors } = await format("page.md", page, { printWidth });
  if (errors.length > 0) throw new Error(`Cannot format the page: ${JSON.stringify(errors)}`);
  return code;
}
