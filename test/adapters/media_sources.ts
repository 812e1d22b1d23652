import { picture } from "../media/_media_world.ts";
import { writeFiles } from "./run_command.ts";

/** A picture with a name in its bytes, in angle brackets. */
export const named = (name: string): Uint8Array<ArrayBuffer> => picture(`<${name}>`);

export const wordpress = (items: string): string =>
  `<?xml version="1.0"?><rss xmlns:wp="w" xmlns:content="c"><channel><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`;
export const wordpressPost = (slug: string, html: string, image = ""): string =>
  `<item><title>${slug}</title><link>https://old.example/${slug}/</link><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${image}<content:encoded><![CDATA[${html}]]></content:encoded></item>`;
const ghost = (post: object): string =>
  JSON.stringify({
    db: [{ data: { posts: [{ id: "1", title: "Post", slug: "post", status: "published", ...post }] } }],
  });
export const from = "--source-url https://old.example";
export const uploads = "https://old.example/wp-content/uploads/2024/05";

/** The files of a source, the command, the pictures that the post shows in their order, and the picture of the post. */
interface Source {
  files: Record<string, string | Uint8Array>;
  line: string;
  shown: string[];
  image?: string;
}

export const sources: Record<string, Source> = {
  "a Markdown file": {
    files: {
      "s/post.md":
        '---\ntitle: Post\nimage: cover.png\n---\n![A](a.png "T") [b](b%20c.png?v=1#x) <img src=d.png>',
      ...Object.fromEntries(["a", "b c", "d", "cover"].map((name) => [`s/${name}.png`, named(name)])),
    },
    line: "s/post.md",
    shown: ["a", "b c", "d"],
    image: "cover",
  },
  "Hugo's page bundles and static files": {
    files: {
      "s/hugo.toml": "",
      "s/content/posts/post/index.md":
        '---\ntitle: Post\n---\n![A](a.png) {{< figure src="a.png" >}} ![B](/img/b.png)',
      "s/content/posts/post/a.png": named("a"),
      "s/static/img/b.png": named("b"),
    },
    line: "s/content",
    shown: ["a", "a", "b"],
  },
  "Jekyll's assets": {
    files: {
      "s/_config.yml": "",
      "s/_posts/2024-01-01-post.md": "---\ntitle: Post\n---\n![A]({{ site.baseurl }}/assets/a.png)",
      "s/assets/a.png": named("a"),
    },
    line: "s/_posts",
    shown: ["a"],
  },
  "HTML with every element": {
    files: {
      "s/post.html":
        '<title>Post</title><body><picture><source srcset="a.png 1x, b.png 2x"><img src="a.png"></picture>' +
        '<video poster="b.png" src="c.png"></video><audio src="a.png"></audio><a href="b.png">b</a><object data="c.png"></object></body>',
      ...Object.fromEntries(["a", "b", "c"].map((name) => [`s/${name}.png`, named(name)])),
    },
    line: "s/post.html",
    shown: ["a", "b", "a", "b", "c", "a", "b", "c"],
  },
  "WordPress with uploads beside the export": {
    files: {
      "s/site.xml": wordpress(
        wordpressPost(
          "post",
          `<a href="${uploads}/a.png"><img src="${uploads}/a-300x200.png" srcset="${uploads}/a-300x200.png 300w, ${uploads}/a-768x512.png 768w" sizes="300px" alt="A"></a><img src="http://www.old.example/wp-content/uploads/2024/05/b-150x150.png"><img src="${uploads}/c-1-1024x683.png">`,
          "<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:postmeta>",
        ) +
          `<item><wp:post_id>2</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${uploads}/cover.png</wp:attachment_url></item>`,
      ),
      ...Object.fromEntries(
        ["a", "a-300x200", "a-768x512", "b", "b-scaled", "b-150x150", "c-1-1024x683", "cover"].map((name) => [
          `s/wp-content/uploads/2024/05/${name}.png`,
          named(name),
        ]),
      ),
    },
    line: `s/site.xml ${from}`,
    shown: ["a", "a", "b-scaled", "c-1-1024x683"],
    image: "cover",
  },
  "WordPress with the folder of the uploads": {
    files: {
      "s/site.xml": wordpress(wordpressPost("post", `<img src="${uploads}/a.png">`)),
      "elsewhere/2024/05/a.png": named("a"),
    },
    line: `s/site.xml --media-from elsewhere ${from}`,
    shown: ["a"],
  },
  "Ghost with sized images": {
    files: {
      "s/ghost.json": ghost({
        html: '<img src="__GHOST_URL__/content/images/2024/a.png" srcset="__GHOST_URL__/content/images/size/w600/2024/a.png 600w, __GHOST_URL__/content/images/size/w1000/format/webp/2024/a.png 1000w"><img src="__GHOST_URL__/content/images/size/w600/2024/b.png">',
        feature_image: "__GHOST_URL__/content/images/size/w2000/2024/cover.png",
      }),
      ...Object.fromEntries(
        ["2024/a", "size/w600/2024/a", "2024/b", "size/w600/2024/b", "2024/cover"].map((name) => [
          `s/content/images/${name}.png`,
          named(name),
        ]),
      ),
    },
    line: `s/ghost.json ${from}/blog`,
    shown: ["2024/a", "2024/b"],
    image: "2024/cover",
  },
  "a Medium export": {
    files: {
      "s/posts/2024-01-01_Post-0123456789ab.html":
        '<article class="h-entry"><header><h1 class="p-name">Post</h1></header><section class="e-content"><img src="/img/a.png"></section><footer><a href="https://medium.com">Medium</a></footer></article>',
      "s/img/a.png": named("a"),
    },
    line: "s",
    shown: ["a"],
  },
  "a Substack export": {
    files: {
      "s/posts.csv":
        "post_id,post_date,is_published,type,audience,title\n1.post,2024-01-01T00:00:00.000Z,true,newsletter,everyone,Post\n",
      "s/posts/1.post.html": '<p><img src="/img/a.png"></p>',
      "s/img/a.png": named("a"),
    },
    line: "s",
    shown: ["a"],
  },
  "names in other cases and Unicode forms": {
    files: {
      "s/_config.yml": "",
      "s/post.md":
        "---\ntitle: Post\n---\n![](/Img/Photo.PNG) ![](/img/cafe\u0301.png) ![](/img/u%CC%88ber.png) ![](/img/exact.png)",
      "s/img/photo.png": named("photo"),
      "s/img/caf\u00e9.png": named("cafe"),
      "s/img/\u00fcber.png": named("uber"),
      "s/img/exact.png": named("exact"),
      "s/img/Exact.png": named("other"),
    },
    line: "s",
    shown: ["photo", "cafe", "uber", "exact"],
  },
};

/** Moves the files of a source into a folder of its own. */
export function writeSource({ files, line }: Source, folder: string): string {
  writeFiles(Object.fromEntries(Object.entries(files).map(([name, file]) => [`${folder}/${name}`, file])));
  return line.replace(/(^|--media-from )/g, `$1${folder}/`);
}
