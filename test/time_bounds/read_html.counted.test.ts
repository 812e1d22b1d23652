import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";
import { describe, expect, it } from "vitest";
import { readHtml } from "../../lib/import/files/read_html.ts";

const FILE = { path: "page.html", siteUrl: "https://example.com", now: 0 };

function read(html: string): void {
  expect([...readHtml(html, FILE.path, FILE)]).toHaveLength(1);
}

describe("an HTML file is read in linear time with many", () => {
  it.each([
    ["excluded elements", "<nav></nav>"],
    ["excluded elements between texts", "x<script></script>"],
    ["nested excluded elements", "<nav><nav>x</nav></nav>"],
    ["metas", "<meta name=description content=x>"],
    ["headings and times", "<h1>x</h1><time datetime=2026-01-01>y</time>"],
    ["articles", "<article>x</article>"],
    ["open elements", "<div>"],
    ["open formatting elements", "<b><p>x"],
  ])("%s", async (_name, unit) => {
    const make = (size: number) => `<title>t</title><article><h1>x</h1>${unit.repeat(size)}</article>`;
    expect(await findSuperlinearGrowth(make, read)).toBeUndefined();
  });
});
