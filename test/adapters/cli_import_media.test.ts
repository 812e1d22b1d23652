import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createAcme, json, run, workInScratchDirectory, writeFiles } from "./run_command.ts";

workInScratchDirectory();
beforeAll(createAcme);

interface Report {
  media: { address: string; result: string; where: string; url?: string; newUrl?: string; reason?: string }[];
}

function copyOf(name: string, content: string): string {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 20);
  return name.replace(".", `-${hash}.`);
}

const cdn = "https://cdn.example/m/";
const copying = (folder: string): string =>
  `--media copy --media-dir ${folder} --media-url https://cdn.example/m --report ${folder}.json`;
const readReport = (file: string): Report => JSON.parse(readFileSync(file, "utf8")) as Report;
const show = async (slug: string): Promise<{ html: string; markdown?: string; image?: string }> =>
  json(`post show ${slug}`);

describe("postern post import --media copy", () => {
  it("copies the files of a Hugo site, and rewrites HTML and Markdown alike", async () => {
    writeFiles({
      "hugo/hugo.toml": "",
      "hugo/static/img/a b.png": "A",
      "hugo/static/files/c.pdf": "C",
      "hugo/content/en/docs/d.zip": "D",
      "hugo/content/en/posts/one/index.md": [
        "---\ntitle: One\nimage: cover.jpg\n---",
        '![A](</img/a b.png> "t") and ![B](b.png?v=1#x) and <img alt=b src=b.png>',
        "",
        "`![B](b.png)` {{< figure src=\"b.png\" >}} [c] [page](/about/) <a href='/files/c.pdf'>c</a>",
        "",
        "    ![B](b.png)",
        "",
        "[d](/docs/d.zip) ![gone](/img/gone.png) ![far](https://far.example/f.png) https://acme.example/files/c.pdf",
        "",
        "[c]: /files/c.pdf",
      ].join("\n"),
      "hugo/content/en/posts/one/b.png": "B",
      "hugo/content/en/posts/one/cover.jpg": "cover",
    });
    const ran = await run(`post import hugo/content ${copying("out")}`);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("images and files: copied 7, missing 1, refused 0, on other sites 1\n");
    expect(ran.out).toContain(
      "lost media-missing: 1, such as hugo/content/en/posts/one/index.md:11: img src /img/gone.png",
    );
    const b = cdn + copyOf("b.png", "B");
    const a = cdn + copyOf("a-b.png", "A");
    const c = cdn + copyOf("c.pdf", "C");
    const { html, markdown = "", image } = await show("one");
    expect(image).toBe(cdn + copyOf("cover.jpg", "cover"));
    expect(html).toContain(
      `<img src="${a}" alt="A" title="t"> and <img src="${b}#x" alt="B"> and <img alt=b src=${b}>`,
    );
    expect(html).toContain(`<code>![B](b.png)</code>`);
    expect(html).toContain(`<pre><code>![B](b.png)\n</code></pre>`);
    expect(html).toContain(`<a href="${c}">c</a> <a href="/about/">page</a> <a href='${c}'>c</a>`);
    expect(html).toContain(
      `<a href="${cdn}${copyOf("d.zip", "D")}">d</a> <img src="/img/gone.png" alt="gone">`,
    );
    expect(html).toContain(`<a href="${c}">${c}</a>`);
    expect(markdown).toContain(`![A](<${a}> "t") and ![B](${b}#x) and <img alt=b src=${b}>`);
    expect(markdown).toContain(`\`![B](b.png)\` {{< figure src="${b}" >}}`);
    expect(markdown).toContain(`    ![B](b.png)\n`);
    expect(markdown).toContain(`[c]: ${c}`);
    expect(await json("post render one")).toMatchObject({ changed: 0, unchanged: 1 });
    expect(readdirSync("out").toSorted()).toEqual(
      ["a-b.png A", "b.png B", "c.pdf C", "cover.jpg cover", "d.zip D"].map((file) => {
        const [name = "", content = ""] = file.split(" ");
        return copyOf(name, content);
      }),
    );
    expect(readFileSync(`out/${copyOf("b.png", "B")}`, "utf8")).toBe("B");
    const second = await run(`post import hugo/content ${copying("out")}`);
    expect(second.out).toContain("unchanged 1");
  });

  it("changes no other byte of HTML", async () => {
    const page = [
      '<img SRC = "/img/a.png"alt=\'<img src="/img/a.png">\'><!-- <img src="/img/a.png"> -->',
      '<script>"<img src=/img/a.png>"</script><textarea><img src="/img/a.png"></textarea>',
      '<source srcset="/img/a.png 1x, /img/a.png?x=1&amp;y=2 2x,/img/gone.png 3x" src=/img/a.png>',
      '<video poster=/img/a.png src="data:video/mp4;base64,AA"></video><p title="&quot;/img/a.png">/img/a.png',
      '<a href="/img/a.png?q&amp;r">x</a><a href="/img/a.png/">x</a><object data="/img/a.png"></object>\n<svg><title><b></title></svg>',
    ].join("");
    writeFiles({
      "html/_config.yml": "",
      "html/img/a.png": "A",
      "html/_posts/2020-01-01-page.html": `---\ntitle: Page\n---\n${page}`,
    });
    await run(`post import html/_posts ${copying("out2")}`);
    const a = cdn + copyOf("a.png", "A");
    const { html } = await show("page");
    expect(html).toBe(
      page
        .replace('SRC = "/img/a.png"', `SRC = "${a}"`)
        .replace("/img/a.png 1x, /img/a.png?x=1&amp;y=2 2x", `${a} 1x, ${a} 2x`)
        .replace('3x" src=/img/a.png', `3x" src=${a}`)
        .replace("poster=/img/a.png", `poster=${a}`)
        .replace('href="/img/a.png?q&amp;r"', `href="${a}"`)
        .replace('data="/img/a.png"', `data="${a}"`),
    );
  });

  it("refuses symbolic links, hidden files, and paths out of the site", async () => {
    writeFiles({
      "evil/_config.yml": "",
      "secret.png": "secret",
      "evil/.git/x.png": "hidden",
      "evil/_posts/2020-01-01-evil.md":
        "---\ntitle: Evil\n---\n![a](link.png) ![b](../../secret.png) ![c](/folder/secret.png) ![d](/.git/x.png) ![e](/%2e%2e/secret.png) ![f](..%2f..%2fsecret.png) ![g](/_config.yml) ![h](/etc/passwd)",
    });
    symlinkSync("../../secret.png", "evil/_posts/link.png");
    symlinkSync("..", "evil/folder");
    const ran = await run(`post import evil ${copying("out3")}`);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain(
      "lost media-refused: 6, such as evil/_posts/2020-01-01-evil.md:4: img src link.png: ",
    );
    const { media } = readReport("out3.json");
    expect(
      Object.fromEntries(media.map(({ address, result, reason }) => [address, reason ?? result])),
    ).toEqual({
      "link.png": "a symbolic link leads to it",
      "../../secret.png": "it leaves the folder of the site",
      "/folder/secret.png": "a symbolic link leads to it",
      "/.git/x.png": "it is hidden",
      "/%2e%2e/secret.png": "missing",
      "..%2f..%2fsecret.png": "it leaves the folder of the site",
      "/_config.yml": "it is neither an image nor a recording, a document or an archive",
      "/etc/passwd": "missing",
    });
    expect(existsSync("out3")).toBe(false);
    expect((await show("evil")).html).toContain('<img src="link.png" alt="a">');
  });

  it("copies the uploads of a WordPress export, and the images of a Ghost export", async () => {
    const item = `<item><title>W</title><link>https://wp.example/w/</link><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:postmeta><content:encoded><![CDATA[<img src="http://wp.example/wp-content/uploads/2020/w.jpg">]]></content:encoded></item><item><wp:post_id>2</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://wp.example/wp-content/uploads/t.jpg</wp:attachment_url></item>`;
    writeFiles({
      "wp/site.xml": `<?xml version="1.0"?><rss xmlns:wp="w" xmlns:content="c"><channel><wp:wxr_version>1.2</wp:wxr_version>${item}</channel></rss>`,
      "wp/wp-content/uploads/2020/w.jpg": "W",
      "wp/wp-content/uploads/t.jpg": "T",
      "ghost/ghost.json": JSON.stringify({
        db: [
          {
            data: {
              posts: [
                {
                  id: "1",
                  title: "G",
                  slug: "g",
                  status: "published",
                  html: '<img src="__GHOST_URL__/content/images/g.png">',
                  feature_image: "__GHOST_URL__/content/images/f.png",
                },
              ],
            },
          },
        ],
      }),
      "ghost/content/images/g.png": "G",
      "ghost/content/images/f.png": "F",
    });
    const wp = "post import wp/site.xml --source-url https://wp.example";
    expect((await run(`${wp} ${copying("out4")}`)).code).toBe(0);
    expect(await show("w")).toMatchObject({
      html: expect.stringContaining(`src="${cdn}${copyOf("w.jpg", "W")}"`) as string,
      image: cdn + copyOf("t.jpg", "T"),
    });
    const ghost = "post import ghost/ghost.json --source-url https://ghost.example/blog";
    expect((await run(`${ghost} ${copying("out4")}`)).code).toBe(0);
    expect(await show("g")).toMatchObject({
      html: `<img src="${cdn}${copyOf("g.png", "G")}">`,
      image: cdn + copyOf("f.png", "F"),
    });
  });

  it.each([
    ["the host of the posts", "https://old.example/wp-content/uploads/2020/x.jpg"],
    ["http", "http://old.example/wp-content/uploads/2020/x.jpg"],
    ["www", "https://www.old.example/wp-content/uploads/2020/x.jpg"],
    ["no scheme", "//old.example/wp-content/uploads/2020/x.jpg"],
    ["a folder of the host", "https://old.example/blog/wp-content/uploads/2020/x.jpg"],
    [
      "a service that serves the files",
      "https://i0.wp.com/old.example/wp-content/uploads/2020/x.jpg?resize=300",
    ],
  ])("finds files by the addresses of the export, without --source-url: %s", async (name, address) => {
    const folder = `base-${name.replaceAll(" ", "-")}`;
    const item = `<item><title>W</title><link>https://old.example/blog/${folder}/</link><wp:post_id>1</wp:post_id><wp:post_name>${folder}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[<img src="${address}">]]></content:encoded></item>`;
    writeFiles({
      [`${folder}/site.xml`]: `<?xml version="1.0"?><rss xmlns:wp="w" xmlns:content="c"><channel><wp:wxr_version>1.2</wp:wxr_version>${item}</channel></rss>`,
      [`${folder}/wp-content/uploads/2020/x.jpg`]: "X",
    });
    const ran = await run(`post import ${folder}/site.xml --source ${folder} ${copying(`${folder}-out`)}`);
    expect({ code: ran.code, error: ran.error }).toEqual({ code: 0, error: "" });
    expect((await show(folder)).html).toBe(`<p><img src="${cdn}${copyOf("x.jpg", "X")}"></p>`);
  });

  it("exits with 3 if it brought nothing over, and names the hosts", async () => {
    writeFiles({ "strange/a.md": "# A\n\n![a](https://x.example/a.png) ![b](https://y.example/b.png)" });
    const ran = await run(`post import strange ${copying("strange-out")}`);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain(
      "lost media-on-other-sites: 2, such as strange: no image or file was brought over",
    );
    expect(ran.error).toContain(
      "x.example (1), y.example (1). If one is the old site, name it with --source-url",
    );
  });

  it("counts without --media the files that stay at the old address", async () => {
    writeFiles({
      "stay/_config.yml": "url: https://old.example",
      "stay/a.md":
        "---\ntitle: A\n---\n![a](/a.png) ![b](//www.old.example/b.png) ![c](https://far.example/c.png) [d](/d/)",
    });
    const { out } = await run("post import stay --dry-run");
    expect(out).toContain("noted media-on-site: 1, such as stay/a.md:4");
    expect(out).toContain("noted media-at-old-address: 1, such as stay/a.md:1");
  });

  it("finds the files of Astro, Docusaurus and Jekyll", async () => {
    writeFiles({
      "astro/astro.config.mjs": "",
      "astro/src/assets/a.png": "A",
      "astro/public/p.png": "P",
      "astro/static/d.png": "D",
      "astro/src/content/blog/astro.md":
        "---\ntitle: Astro\n---\n![](../../assets/a.png) ![](/p.png) ![](@site/static/d.png)",
      "jekyll/_config.yml": "title: J",
      "jekyll/assets/j.png": "J",
      "jekyll/liquid.md":
        "---\ntitle: Liquid\n---\n![]({{ site.baseurl }}/assets/j.png)\n<img src='{{site.baseurl}}/assets/j.png'>",
    });
    await run(`post import astro/src/content/blog ${copying("out5")}`);
    expect(readReport("out5.json").media.map(({ result }) => result)).toEqual(Array(3).fill("copied"));
    await run(`post import jekyll ${copying("out5")}`);
    const j = cdn + copyOf("j.png", "J");
    expect((await show("liquid")).markdown).toContain(`![](${j})\n<img src='${j}'>`);
  });

  it("copies nothing in a dry run, and reports the same as the import", async () => {
    const ran = await run(`post import hugo/content --dry-run ${copying("out6")}`);
    expect(ran.out).toContain("images and files: copied 7, missing 1");
    expect(existsSync("out6")).toBe(false);
    expect(readReport("out6.json").media).toContainEqual(
      expect.objectContaining({ address: "b.png?v=1#x", newUrl: `${cdn}${copyOf("b.png", "B")}#x` }),
    );
  });
});

describe("postern post import --media report", () => {
  it("lists every image and file with its address on the old site, and changes nothing", async () => {
    const list =
      "post import hugo/content --media report --dry-run --source-url https://old.example/base --source other --report";
    const html = await run(`${list} list.html`);
    expect(html.code).toBe(0);
    expect(html.out).toContain("images and files: found 6, missing 1, refused 0, on other sites 2\n");
    expect(html.out).toContain("noted media-missing: 1");
    expect(readFileSync("list.html", "utf8")).toContain('data-label="Address">b.png?v=1#x</td>');
    await run(`${list} list.json`);
    const { media } = readReport("list.json");
    expect(media).toContainEqual({
      place: "hugo/content/en/posts/one/index.md:1",
      where: "img src",
      address: "/img/gone.png",
      url: "https://old.example/img/gone.png",
      result: "missing",
    });
    expect(media[1]).toMatchObject({
      address: "b.png?v=1#x",
      url: expect.stringMatching(/^https:\/\/old\.example\/base\/en\/posts\/one\/(index\/)?b\.png\?v=1#x$/),
    });
  });

  it.each([
    ["--media copy", "--media copy requires --media-dir and --media-url"],
    ["--media report --media-dir x", "--media-dir and --media-url require --media copy"],
    ["--media-from x", "--media-from requires --media"],
    ["--source-url ftp://x", "--source-url must be an http or https URL"],
    ["--media copy --media-dir x --media-url data:x", "--media-url must be"],
  ])("refuses %j", async (flags, message) => {
    const { code, error } = await run(`post import hugo/content ${flags}`);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(message) as string });
  });
});
