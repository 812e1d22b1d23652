import type { ContentSource, Organization, Post, PostPage, PostQuery } from "../../lib/mod.ts";
import { hostOrganization } from "../host_organization.ts";

/** Posts that are generated when a list reads them, in the order of their creation. */
export class GeneratedPosts implements ContentSource {
  organization: Organization = hostOrganization;
  count: number;
  /** Number of generated posts. */
  made = 0;
  readonly #toPost: (index: number) => Omit<Post, "id" | "name">;

  constructor(count: number, toPost = (index: number): Omit<Post, "id" | "name"> => ({ slug: `p${index}` })) {
    this.count = count;
    this.#toPost = toPost;
  }

  async findOrganization(slug: string): Promise<Organization | null> {
    return slug === this.organization.slug ? this.organization : null;
  }

  async getPost(): Promise<Post | null> {
    return null;
  }

  async listPosts(_slug: string, { limit, after = "0" }: PostQuery): Promise<PostPage> {
    const start = Number(after);
    const end = Math.min(start + limit, this.count);
    const posts: Post[] = [];
    for (let index = start; index < end; index++)
      posts.push({ id: index, name: "P", ...this.#toPost(index) });
    this.made += posts.length;
    return { posts, next: end < this.count ? String(end) : null };
  }
}
