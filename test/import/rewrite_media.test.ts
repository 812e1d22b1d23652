import { type DefaultTreeAdapterMap, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { rewriteMedia } from "../../lib/import/mod.ts";

const place = { file: "a.html" };
const rewrite = async (html: string): Promise<string> => {
  const item = { kind: "post", input: { name: "A", html }, place } as const;
  const rewritten = await rewriteMedia(item, ({ address }) =>
    address.endsWith(".png") ? "https://cdn.example/n" : undefined,
  );
  return rewritten.item.input.html ?? "";
};

type Node = DefaultTreeAdapterMap["node"];

/** Replaces the sources of images in a tree, and lists all nodes. */
function described(node: Node, isOld: boolean): unknown {
  const children = "childNodes" in node ? node.childNodes.map((child) => described(child, isOld)) : [];
  if (!("tagName" in node)) return [node.nodeName, "value" in node ? node.value : undefined, children];
  const attributes = node.attrs.map(({ name, value }) => {
    const isSource = isOld && node.tagName === "img" && name === "src" && value.trim().endsWith(".png");
    return [name, (isSource ? "https://cdn.example/n" : value).trim()];
  });
  return [node.tagName, attributes, children];
}

describe("rewriteMedia", () => {
  it("changes only the addresses that an HTML parser finds", async () => {
    const parts = [
      "<img src=a.png>",
      "<img\r\nsrc\r\n=\r\n' a.png '\r\nalt=x/>",
      '<IMG alt="<img src=a.png>" SRC="a.png" src="b.png">',
      "<p>",
      "</p>",
      "\r\n",

      "<img src='a.png",
      "'>",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<style>",
      "</style>",
      "<textarea>",
      "</textarea>",
      "<title>",
      "</title>",

      '"',
      "&amp;",
      "\0",
      "é😀",
      "<img src=&#97;.png>",
      "<img src=a.png/>",
      "<![CDATA[",
      "]]>",
      "<a href=b>",
      "<b",
    ];
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let run = 0; run < 2000; run++) {
      const html = Array.from({ length: 12 }, () => parts[random(parts.length)]).join("");
      const expected = described(parseFragment(html), true);
      const found = described(parseFragment(await rewrite(html)), false);
      expect({ html, found }).toEqual({ html, found: expected });
    }
  });

  it.each([
    ['<img src="a.png" srcset="b.png 1x, c.png 2x" sizes="9px" alt="x">', '<img src="N" alt="x">'],
    ["<img\n sizes=9px srcset='a.png 9w'\n src=a.png>", "<img\n src=N>"],
    ['<img srcset="a.png 9w" src="b.png"><img srcset="c.png">', '<img src="N"><img srcset="N">'],
    ['<img src="a.png" srcset="b.png 1x, b.gif 2x">', '<img src="N" srcset="N 1x, b.gif 2x">'],
    [
      '<img src="a.png" sizes="9px"><img src="a.gif" srcset="a.gif 1x">',
      '<img src="N" sizes="9px"><img src="a.gif" srcset="a.gif 1x">',
    ],
    ['<source src="a.png" srcset="b.png 1x">', '<source src="N" srcset="N 1x">'],
  ])("drops the copies of a picture that all became the picture: %j", async (html, expected) => {
    expect(await rewrite(html)).toBe(expected.replaceAll("N", "https://cdn.example/n"));
  });

  it("passes the first texts beside an address", async () => {
    const html =
      '<a href="a.png" title=" Link "><img src="a.png" alt="" title="Late"></a><img src=a.png alt="A &amp; B"><img src="b.png">';
    const seen: unknown[] = [];
    await rewriteMedia({ kind: "post", input: { name: "A", html, image: "c.png" }, place }, (media) => {
      seen.push(media);
      return undefined;
    });
    expect(seen).toEqual([
      { address: "a.png", where: "a href", title: "Link", alt: "A & B" },
      { address: "b.png", where: "img src" },
      { address: "c.png", where: "image" },
    ]);
  });

  it("keeps the event loop running while it reads a long hostile text", async () => {
    const hostile = [
      "<img src=a.png ".repeat(150_000),
      "<a ".repeat(500_000),
      `<img srcset="${"a, ".repeat(400_000)}">`,
    ];
    for (const html of hostile) {
      let turns = 0;
      const timer = setInterval(() => turns++, 0);
      await rewrite(html);
      clearInterval(timer);
      expect(turns).toBeGreaterThan(0);
    }
  });

  it("gives up on Markdown with too many places that may be addresses, and says so", async () => {
    const html = '<img src="a.png">';
    const input = { name: "A", html, markdown: "a.png ".repeat(30_000), markdownDialect: "editor" } as const;
    const rewritten = await rewriteMedia({ kind: "post", input, place }, () => "https://cdn.example/n");
    expect(rewritten).toMatchObject({
      hasOldMarkdown: true,
      item: { input: { html: '<img src="https://cdn.example/n">' } },
    });
    expect(rewritten.item.input.markdown).toBe(input.markdown);
  });
});
