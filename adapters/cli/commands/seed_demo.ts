import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { markdownToPost } from "../../../lib/import/mod.ts";
import type { PublicApi } from "../../../lib/mod.ts";

/** The demonstration organization, and a key for it. */
export interface Demo {
  organizationSlug: string;
  /** The demonstration user, an owner of the organization. */
  userId: string;
  key: string;
  /** Number of posts that this start has imported. */
  imported: number;
  /** Number of posts from earlier starts. */
  found: number;
}

const organizationSlug = "postern";
const demoEmail = "demo@postern.example";
const contentFolder = join(
  dirname(createRequire(import.meta.url).resolve("postern/package.json")),
  "examples/content",
);

/** Creates the demonstration if the store lacks it, and generates a key, because the store does not keep the values of keys. */
export async function seedDemo(api: PublicApi): Promise<Demo> {
  if ((await api.organizations.get(organizationSlug)) === null) {
    await api.organizations.create({
      slug: organizationSlug,
      name: "Postern",
      siteUrl: "https://postern.example",
      description: "Guides to Postern, which publishes the posts of organizations over HTTP",
      section: "Guides",
      feeds: true,
      faq: { languages: true },
    });
  }
  const userId = (await findUser(api)) ?? (await addOwner(api));
  const { key } = await api.apiKeys.generate({
    organizationSlug,
    userId,
    name: "Demonstration",
    expiresIn: "7d",
  });
  return { organizationSlug, userId, key, ...(await importPosts(api)) };
}

async function findUser(api: PublicApi): Promise<string | undefined> {
  for await (const { userId } of api.apiKeys.iterate(organizationSlug)) return userId;
  return undefined;
}

/** Adds the owner. An interrupted start may have left the user, who is then reused. */
async function addOwner(api: PublicApi): Promise<string> {
  const [user] = await api.users.findByEmail(demoEmail);
  const { id } = user ?? (await api.users.create({ name: "Demonstration", email: demoEmail }));
  await api.users.addToOrganization(id, { organizationSlug, role: "owner" });
  return id;
}

async function importPosts(api: PublicApi): Promise<Pick<Demo, "imported" | "found">> {
  let imported = 0;
  let found = 0;
  const names = (await readdir(contentFolder)).filter((name) => name.endsWith(".md"));
  for (const name of names.toSorted()) {
    const slug = basename(name, ".md");
    if ((await api.posts.get({ organizationSlug, slug })) !== null) {
      found++;
    } else {
      await api.posts.create(
        organizationSlug,
        markdownToPost(await readFile(join(contentFolder, name), "utf8"), slug),
      );
      imported++;
    }
  }
  return { imported, found };
}
