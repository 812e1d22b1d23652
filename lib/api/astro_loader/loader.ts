import type { AnyPostSchema, PostSchema } from "../client/mod.ts";

/** Data of an entry: a post with all fields except `html`, which is the rendered content. `Schema` has the types of `postern types`. */
export type PostData<Schema extends PostSchema = AnyPostSchema> = Omit<Schema["Post"], "html">;

/** The part of Astro's loader context that the loader uses (https://docs.astro.build/en/reference/content-loader-reference/). */
export interface LoaderContext {
  store: {
    get(id: string): { digest?: number | string } | undefined;
    set(entry: { id: string; data: PostData; digest: string; rendered: { html: string } }): boolean;
    delete(id: string): void;
    keys(): string[];
  };
  logger: { info(message: string): void };
  /** Validates the data by the schema of the collection. */
  parseData(entry: { id: string; data: PostData }): Promise<PostData>;
  generateDigest: (text: string) => string;
}

/** A loader of Astro's content layer, from Astro 5. */
export interface Loader {
  name: string;
  load(context: LoaderContext): Promise<void>;
}
