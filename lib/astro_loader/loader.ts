import type { SinglePost } from "../representations/mod.ts";

/** Data of an entry: a post with all fields except `html`, which is the rendered content. */
export type PostData = Omit<SinglePost, "html">;

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
