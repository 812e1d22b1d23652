import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { PublicApi } from "../../lib/mod.ts";
import { seedHosts } from "../hosts/mounted_hosts.ts";

const folder = "docs/hosts";
const pages = readdirSync(folder).filter((page) => page !== "README.md");
const examples = readdirSync("examples/hosts", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join("examples/hosts", name), "utf8"));

let api: PublicApi;
beforeAll(async () => {
  ({ api } = await seedHosts());
});

describe.each(pages)("the page %s", (page) => {
  const text = readFileSync(join(folder, page), "utf8");

  it("shows the code that the tests run", () => {
    const blocks = [...text.matchAll(/^```js\n([^]*?)\n```$/gm)].map(([, code = ""]) => code);
    for (const block of blocks) expect(examples.some((example) => example.includes(block))).toBe(true);
    expect(text).toMatch(/^```(?:js|ts)$/m);
  });

  const answers = [...text.matchAll(/^```bash\ncurl '([^']+)'\n```\n\n```json\n([^]*?)^```$/gm)];

  it.each(answers.map(([, url = "", body = ""]) => [url, body] as const))(
    "shows what the seeded API answers: %s",
    async (url, body) => {
      const response = await api.fetch(new Request(url));
      expect(await response.json()).toEqual(JSON.parse(body));
    },
  );

  it("has links that lead somewhere, and is linked from the README", () => {
    const targets = [...text.matchAll(/\]\(([^):#]+)\)/g)].map(([, target = ""]) =>
      join(dirname(join(folder, page)), target),
    );
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
    expect(readFileSync("README.md", "utf8")).toContain(`(docs/hosts/${page})`);
  });
});
