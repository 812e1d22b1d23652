import type { WorkingCopy, WorkingCopyInput } from "../../lib/content/mod.ts";
import { postTag } from "../../lib/mod.ts";
import { signedIn } from "../admin/admin_world.ts";
import { type DashboardWorld, openAs, type SignedIn } from "./dashboard_world.ts";

/** Address of the post of the tests. */
export const hello = { organizationSlug: "acme", slug: "hello" };

/** Path of the post of the tests, below the dashboard. */
export const post = "/o/acme/posts/hello";

/** Returns the value of an input or a textarea on a page, as a browser would show it. */
export function valueIn(page: string, name: string): string | undefined {
  const [, text] = new RegExp(`<textarea[^>]* name="${name}"[^>]*>\n([^<]*)</textarea>`).exec(page) ?? [];
  const [, value] = new RegExp(`<input[^>]* name="${name}" value="([^"]*)"`).exec(page) ?? [];
  return decoded(text ?? value);
}

/** Returns the fields of the editor's form on a page. */
export function fieldsIn(page: string): Record<string, string> {
  const names = [
    "version",
    "tag",
    "format",
    "dialect",
    "name",
    "description",
    "content",
    "authors",
    "tags",
    "articleSection",
    "inLanguage",
    "image",
    "faqSkip",
  ];
  return Object.fromEntries(names.map((name) => [name, valueIn(page, name) ?? ""]));
}

/** Opens the editor of a post. Changes of another writer are shown first. */
export async function editorOf({ page }: SignedIn, path: string = post): Promise<string> {
  const shown = await page(`${path}/edit`);
  const [, next] = /href="\/dashboard([^"]*\/edit\?over=[^"]*)"/.exec(shown) ?? [];
  return next === undefined ? shown : page(next);
}

/** The form of the post, opened by an editor of "acme". */
export interface Writing {
  world: DashboardWorld;
  visitor: SignedIn;
  /** Fields of the form as the visitor opened it. */
  opened: Record<string, string>;
  /** Opens the form again. */
  open: () => Promise<Record<string, string>>;
  /** Sends the form. */
  save: (fields: Record<string, string>) => Promise<Response>;
  /** Saves a working copy as another writer. */
  saveAsOther: (input: Partial<WorkingCopyInput>) => Promise<void>;
  /** Returns the stored working copy. */
  stored: () => Promise<WorkingCopy | null>;
}

/** Opens the form of the post, which has this HTML. */
export async function openWriting({
  html = "<h2>Why?</h2><p>So.</p>",
  ...options
}: Parameters<typeof openAs>[1] & { html?: string } = {}): Promise<Writing> {
  const { world, visitor } = await openAs("editor", options);
  await world.api.posts.update(hello, { html });
  const address = { actor: await signedIn(world, world.owner.userId), slug: "hello" };
  const { workingCopy } = world.api.admin.posts;
  const open = async (): Promise<Record<string, string>> => fieldsIn(await editorOf(visitor));
  const opened = await open();
  const { articleSection = "", inLanguage = "" } = opened;
  const stored = (): Promise<WorkingCopy | null> => workingCopy.get(address);
  return {
    world,
    visitor,
    opened,
    open,
    stored,
    save: (fields) => visitor.send(`${post}/working-copy`, fields),
    saveAsOther: async (input) => {
      const text = "markdown" in input ? {} : { html };
      const copy = { name: "Hello", ...text, articleSection, inLanguage, ...input };
      await workingCopy.save(address, copy, { ifMatch: (await stored())?.version ?? null });
    },
  };
}

/** Returns the tag of a post. */
export async function tagOf({ api }: Pick<DashboardWorld, "api">, slug = "hello"): Promise<string> {
  const found = await api.posts.get({ organizationSlug: "acme", slug });
  return found === null ? "" : postTag(found);
}

function decoded(text: string | undefined): string | undefined {
  return text
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Returns the hidden fields on a page. */
export function hiddenIn(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = "", value]) => [name, decoded(value) ?? ""]));
}
