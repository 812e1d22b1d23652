import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A renderer to compare with. */
export type Reference = "kramdown" | "hugo" | "remark" | "mdx";

type Render = (texts: readonly string[], modules: string) => Promise<(string | null)[]>;

const ruby = `require "json"; require "kramdown"; require "kramdown-parser-gfm"
texts = JSON.parse(STDIN.read)
puts JSON.generate(texts.map { |text| begin
  Kramdown::Document.new(text, input: "GFM", hard_wrap: false, syntax_highlighter: nil, entity_output: :as_char, math_engine: nil).to_html
rescue StandardError; nil; end })`;

const limits = { encoding: "utf8", maxBuffer: 2 ** 30 } as const;

/** Renders texts with the renderers of site generators. */
export const references: Readonly<Record<Reference, Render>> = {
  async kramdown(texts) {
    return JSON.parse(execFileSync("ruby", ["-e", ruby], { ...limits, input: JSON.stringify(texts) })) as (
      | string
      | null
    )[];
  },
  async hugo(texts) {
    const folder = mkdtempSync(join(tmpdir(), "hugo-"));
    mkdirSync(join(folder, "content"));
    mkdirSync(join(folder, "layouts/_default"), { recursive: true });
    const config =
      'baseURL = "https://a.example/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap", "home", "section"]\n[markup.goldmark.renderer]\nunsafe = true\n[markup.highlight]\ncodeFences = false\n[markup.goldmark.parser.attribute]\nblock = true\n';
    writeFileSync(join(folder, "config.toml"), config);
    writeFileSync(join(folder, "layouts/_default/single.html"), "{{ .Content }}");
    texts.forEach((text, index) =>
      writeFileSync(join(folder, `content/p${index}.md`), `---\ntitle: a\n---\n${text}`),
    );
    execFileSync("hugo", ["--source", folder, "--quiet"], limits);
    const pages = texts.map((_, index) => pageAt(join(folder, `public/p${index}/index.html`)));
    rmSync(folder, { recursive: true });
    return pages;
  },
  remark: async (texts, modules) => renderWithRemark(texts, modules, []),
  mdx: async (texts, modules) => renderWithRemark(texts, modules, ["remark-mdx"]),
};

/** Returns a page. Hugo writes no file for an empty page. */
function pageAt(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

interface MarkdownNode {
  type: string;
  name?: string | null;
  value?: string;
  children?: MarkdownNode[];
  data?: { hName?: string; directiveLabel?: boolean; hProperties?: Record<string, string> };
}

interface Processor {
  use(plugin: unknown, options?: unknown): Processor;
  process(text: string): Promise<unknown>;
}

async function renderWithRemark(
  texts: readonly string[],
  modules: string,
  more: string[],
): Promise<(string | null)[]> {
  const load = async (name: string): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(modules, name, "index.js")).href)) as Record<string, unknown>;
  const { unified } = (await load("unified")) as unknown as { unified: () => Processor };
  const processor = unified();
  for (const name of ["remark-parse", "remark-gfm", ...more, "remark-directive"]) {
    processor.use((await load(name))["default"]);
  }
  processor.use(() => unwrap);
  processor.use((await load("remark-rehype"))["default"], { allowDangerousHtml: true });
  if (more.length === 0) processor.use((await load("rehype-raw"))["default"]);
  processor.use((await load("rehype-stringify"))["default"], { allowDangerousHtml: true });
  const pages: (string | null)[] = [];
  for (const text of texts) {
    try {
      pages.push(String(await processor.process(text)));
    } catch {
      pages.push(null);
    }
  }
  return pages;
}

/** Unwraps components, drops expressions, and shows container directives with their names. */
function unwrap(tree: MarkdownNode): void {
  tree.children &&= tree.children.flatMap((node) => {
    unwrap(node);
    if (node.type === "mdxjsEsm") return [];
    if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") {
      const { value = "" } = node;
      const [, quote, text = ""] = /^(["'`])(.*)\1$/s.exec(value.trim()) ?? [];
      return quote === undefined ? [] : [{ type: "text", value: text }];
    }
    if (node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement") {
      const { name = null, children = [] } = node;
      if (name === "Aside") return [aside("Note", children)];
      if (name === null || /^[A-Z]|\./.test(name)) return children;
      return [{ type: "element", data: { hName: name }, children }];
    }
    if (node.type === "containerDirective") {
      return [aside(node.name ?? "", node.children ?? [])];
    }
    if (node.type === "textDirective" || node.type === "leafDirective") {
      return [{ type: "text", value: `:${node.name ?? ""}` }, ...(node.children ?? [])];
    }
    return [node];
  });
}

/** Returns an admonition that has its name as its title if it has no label. */
function aside(name: string, children: MarkdownNode[]): MarkdownNode {
  const value = name.charAt(0).toUpperCase() + name.slice(1);
  const title: MarkdownNode = { type: "paragraph", children: [{ type: "text", value }] };
  const hasLabel = children[0]?.data?.directiveLabel === true;
  return { type: "aside", data: { hName: "aside" }, children: [...(hasLabel ? [] : [title]), ...children] };
}
