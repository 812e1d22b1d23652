import type { Awaitable } from "../../../base/awaitable.ts";
import { BoundedMap } from "../../../base/bounded_map.ts";
import { HostValueError } from "../../../base/host/host_value_error.ts";
import { type OnError, reportError } from "../../../base/report_error.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { Post } from "../../posts/post_forms.ts";

/** Maximum number of remembered organizations, of malformed posts in one of them, and of reported states in one of them. */
const most = { organizations: 1000, posts: 100, states: 20 };
/** Time after which a malformed post is forgotten that was not read again, in milliseconds. */
const longestKnown = 86_400_000;

interface MalformedPost {
  /** The last error of each function of the source. */
  errors: Map<string, HostValueError>;
  /** The versions that were reported. Of a post without a version, its invalid fields. */
  reported: Set<string>;
  /** Time of the last read, in milliseconds since the epoch. */
  readAt: number;
}

/** Dependencies of {@link MalformedPosts}. */
interface MalformedPostsDeps {
  clock: Clock;
  onError: OnError;
}

/** The malformed posts of a host that this process has read. Each version of a post is reported once. */
export class MalformedPosts {
  readonly #deps: MalformedPostsDeps;
  readonly #organizations = new BoundedMap<Map<string, MalformedPost>>(most.organizations);

  constructor(deps: MalformedPostsDeps) {
    this.#deps = deps;
  }

  /** Passes an error to `onError`, unless the version of its post was reported. */
  readonly report: OnError = (error, request) => {
    if (!(error instanceof HostValueError) || this.#isNew(error, request)) this.#deps.onError(error, request);
  };

  /** Records a malformed post. */
  add(error: HostValueError): void {
    const { organizationSlug = "", item = "", source } = error;
    const posts = this.#postsOf(organizationSlug);
    const known = posts.get(item) ?? { errors: new Map(), reported: new Set(), readAt: 0 };
    known.errors.set(source, error);
    known.readAt = this.#deps.clock.now();
    if (posts.size < most.posts || posts.has(item)) posts.set(item, known);
    this.#organizations.set(organizationSlug, posts);
  }

  /** Records and reports an item that a list leaves out. */
  leaveOut(error: HostValueError): void {
    this.add(error);
    reportError(error, () => undefined, this.report);
  }

  /** Reads a post. Returns null if it is malformed, and reports it. */
  async unless(read: () => Awaitable<Post | null>): Promise<Post | null> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof HostValueError)) throw error;
      this.leaveOut(error);
      return null;
    }
  }

  /** Removes a post that a function of the source has returned without an error, or does not return any more. */
  remove(organizationSlug: string, item: string, source: string): void {
    const posts = this.#organizations.get(organizationSlug);
    const known = posts?.get(item);
    known?.errors.delete(source);
    if (known?.errors.size === 0) posts?.delete(item);
  }

  /** Returns the last error of an item that a function of the source returned. */
  find(organizationSlug: string, item: string, source: string): HostValueError | undefined {
    return this.#organizations.get(organizationSlug)?.get(item)?.errors.get(source);
  }

  /** True if an item of an organization is malformed. */
  has(organizationSlug: string, item: string): boolean {
    return this.#postsOf(organizationSlug).has(item);
  }

  /** True if an organization has malformed posts. */
  isAny(organizationSlug: string): boolean {
    return this.#postsOf(organizationSlug).size > 0;
  }

  /** Returns the last error of each malformed post of an organization, of at most 100 posts. */
  list(organizationSlug: string): readonly HostValueError[] {
    const posts = this.#postsOf(organizationSlug).values();
    return [...posts].flatMap(({ errors }) => [...errors.values()].slice(-1));
  }

  #postsOf(organizationSlug: string): Map<string, MalformedPost> {
    const posts = this.#organizations.get(organizationSlug) ?? new Map<string, MalformedPost>();
    for (const [item, { readAt }] of posts) {
      if (this.#deps.clock.now() - readAt > longestKnown) posts.delete(item);
    }
    return posts;
  }

  #isNew(
    { organizationSlug = "", item, version, fields }: HostValueError,
    request: Request | undefined,
  ): boolean {
    if (item === undefined) return true;
    const known = this.#organizations.get(organizationSlug)?.get(item);
    // Beyond the limit, only a request for the post itself reports it.
    if (known === undefined) return request !== undefined;
    const state = version ?? JSON.stringify(fields);
    if (known.reported.has(state)) return false;
    if (known.reported.size >= most.states) known.reported.clear();
    known.reported.add(state);
    return true;
  }
}
