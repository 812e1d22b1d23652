import {
  type AtomicDriver,
  createPublicApi,
  type CustomField,
  type PostInput,
  type PublicApi,
} from "../../lib/mod.ts";
import { exportRecords } from "../../lib/moving/entry.ts";
import { acmePost } from "../acme.ts";
import { allOf } from "../async_items.ts";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";

/** Changes of a post, in which null removes a field. */
export type PostChanges = Partial<{ [Name in keyof PostInput]: PostInput[Name] | null }>;

export const rating: CustomField = { name: "rating", type: "number" };
export const subtitle: CustomField = { name: "subtitle2", type: "text" };
export const keywords: CustomField = { name: "words", type: "list" };
/** The field `rating` after it was renamed. */
export const stars: CustomField = { name: "stars", type: "number", earlierNames: ["rating"] };

/** Address of the post "Hello". */
export const post: ReturnType<typeof acmePost> = acmePost("hello");

/** An organization that defines fields, with one post. */
export class ValuesWorld {
  readonly clock: ManualClock = new ManualClock();
  readonly storage: AtomicDriver = memoryDriver({ clock: this.clock });
  api: PublicApi = this.open();

  static async create(): Promise<ValuesWorld> {
    const world = new ValuesWorld();
    await world.api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await world.define(rating, subtitle, keywords);
    return world;
  }

  /** Opens the API of another process. */
  open(storage: AtomicDriver = this.storage): PublicApi {
    return createPublicApi({ storage, clock: this.clock });
  }

  async define(...postFields: CustomField[]): Promise<void> {
    await this.api.organizations.update("acme", { postFields });
  }

  async create(custom?: object, input: Partial<PostInput> = {}): Promise<void> {
    await this.api.posts.create("acme", {
      name: "Hello",
      ...(custom && { custom: { ...custom } }),
      ...input,
    });
  }

  async put(custom?: object): Promise<unknown> {
    const input = { name: "Hello", slug: "hello", ...(custom && { custom: { ...custom } }) };
    return this.api.posts.put("acme", input);
  }

  async update(custom: PostChanges["custom"] | undefined, others: PostChanges = {}): Promise<unknown> {
    const changes = { ...others, ...(custom !== undefined && { custom }) } as Partial<PostInput>;
    return this.api.posts.update(post, changes);
  }

  /** Returns the values that the admin API shows. */
  async values(): Promise<unknown> {
    return (await this.api.posts.get(post))?.custom;
  }

  /** Returns all stored values, which exports have. */
  async stored(): Promise<unknown> {
    const records = await allOf(exportRecords(this.storage));
    return records.flatMap((record) => (record.type === "post" ? [record.post.custom] : []))[0];
  }
}
