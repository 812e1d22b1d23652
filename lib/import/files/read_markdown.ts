import {
  detectDialect,
  type DialectSigns,
  type MarkdownDialect,
  MarkdownError,
  renderMarkdown,
  withoutKramdownComments,
} from "../markdown/mod.ts";
import { checkFileArguments } from "../check_read_options.ts";
import type { FileOptions } from "../file_options.ts";
import {
  frontMatterPost,
  type KnownFacts,
  type PageBody,
  type UnreadableBody,
  linesBefore,
} from "../front_matter/fields/front_matter_post.ts";
import { withHeadingIds } from "./with_heading_ids.ts";
import { withHexoTags } from "./with_hexo_tags.ts";
import { withPelicanPaths } from "./with_pelican_paths.ts";
import { type GeneratorName, generators } from "../site_config/generators.ts";
import { withPageReferences } from "../links/page_references.ts";
import type { ImportItem } from "../import_item.ts";
import { withParams } from "./with_params.ts";

/**
 * Reads a Markdown file by the conventions of Jekyll, Hugo, Zola, Astro, Docusaurus and Eleventy.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function readMarkdown(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  checkFileArguments(text, options);
  const { content = true, path } = options;
  const readBody = (body: string, { title: name, markup }: KnownFacts): PageBody | UnreadableBody => {
    const { title, rest } = name === undefined ? takeHeading(body) : { title: name, rest: body };
    const found = { name: title };
    if (markup === "html") return { found, html: rest.trim() };
    if (!content) return { found, html: "", markdown: "" };
    try {
      const dialect = markup ?? dialectOf({ path, text }, options.site?.generator);
      const hasWikiLinks = markup === undefined && options.site?.generator === undefined;
      const generator = options.site?.generator;
      const own = withPelicanPaths(rest, { generator, dialect });
      const tagged = generator === "hexo" ? withHexoTags(own, { path, dialect }) : own;
      const plain = withHeadingIds(tagged, { generator, dialect });
      const markdown =
        options.linksLater === true ? withPageReferences(plain, { dialect, hasWikiLinks }) : plain;
      return { found, ...renderMarkdown(markdown, { dialect }), markdown, markdownDialect: dialect };
    } catch (error) {
      if (!(error instanceof MarkdownError)) throw error;
      const line = error.line + linesBefore(rest, body);
      return { category: "too-large", reason: error.message, line };
    }
  };
  const { params } = options.site ?? {};
  const source = params === undefined ? text : withParams(text, params);
  return frontMatterPost(source, { file, options, readBody });
}

/** Returns the dialect of the site, or else the dialect that the file shows. */
export function dialectOf(signs: DialectSigns, generator: GeneratorName | undefined): MarkdownDialect {
  return generator === undefined || /\.mdx$/i.test(signs.path)
    ? detectDialect(signs)
    : generators[generator].dialect;
}

/** Splits off the first line as the title if it is a heading. */
function takeHeading(body: string): { title: string | undefined; rest: string } {
  const text = body.trimStart();
  if (!/^#[ \t]/.test(text)) return { title: undefined, rest: body };
  const end = text.indexOf("\n");
  const [line, rest] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
  return {
    title:
      withoutKramdownComments(line)
        .slice(1)
        .replace(/(?<!#)#{1,6}\s{0,9}$/, "")
        .trim() || undefined,
    rest,
  };
}
