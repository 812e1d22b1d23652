import type { InvalidField } from "../errors.ts";

/** The place of a value that the host's code returned. */
export interface HostValuePlace {
  /** The function that returned the value, such as `content.listPosts`. */
  source: string;
  organizationSlug?: string;
  /** Item of the value, such as `post "hello"`. Default: the whole value. */
  item?: string;
  /** Version of the post, if that is valid. */
  version?: string | undefined;
}

/** The host's code returned an unusable value. Over HTTP: 500. Lists leave out the item. */
export class HostValueError extends Error {
  override name = "HostValueError";
  /** The function that returned the value, such as `content.listPosts`. */
  readonly source: string;
  readonly organizationSlug: string | undefined;
  /** Item of the value, such as `post "hello"`. Undefined if the whole value is unusable. */
  readonly item: string | undefined;
  /** Version of the post, if that is valid. */
  readonly version: string | undefined;
  /** The invalid fields, as JSON pointers with the rules that they break. */
  readonly fields: readonly InvalidField[];

  constructor(
    { source, organizationSlug, item, version }: HostValuePlace,
    fields: readonly InvalidField[],
    cause?: unknown,
  ) {
    const of = organizationSlug === undefined ? "" : ` for ${JSON.stringify(organizationSlug)}`;
    const reasons = fields.map(({ pointer, message }) => `${pointer === "" ? "it" : pointer} ${message}`);
    const message = `Cannot use ${item ?? "the result"} of ${source}${of}: ${reasons.join("; ")}`;
    super(message, cause === undefined ? {} : { cause });
    this.source = source;
    this.organizationSlug = organizationSlug;
    this.item = item;
    this.version = version;
    this.fields = fields;
  }
}
