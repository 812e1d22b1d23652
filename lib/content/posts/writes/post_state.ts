import { NotFoundError } from "../../../base/errors.ts";
import { fromRecord } from "../../../base/key_rate_limit.ts";
import {
  CachedRecord,
  DamagedRecordError,
  findOrDamage,
  type FoundOrDamage,
  type FoundRecords,
  type RecordQuestion,
  type Store,
} from "../../../store/mod.ts";
import { type FieldIndexes, fieldIndexesKey } from "../../custom_fields/field_index.ts";
import {
  organizationLocation,
  type OrganizationRecord,
  type StoredOrganization,
} from "../../organizations/organizations.ts";
import { type FoundPost, toFoundPost } from "../find_post.ts";
import type { PostAddress } from "../post_forms.ts";
import type { PostContent } from "../post_content.ts";
import type { StoredPost } from "../post_forms.ts";
import { postLocations, type PostsVersion, postsVersionKey } from "../post_record.ts";
import type { Site } from "../post_url.ts";
import { siteIn } from "../../redirects/live_addresses.ts";

/** Returns the question for the records that a write of a post depends on. Without a slug, it leaves out the post. */
export function postState(
  store: Store,
  { organizationSlug, slug }: Pick<PostAddress, "organizationSlug"> & { slug?: string },
): RecordQuestion<PostState> {
  const { partition, key } = organizationLocation(organizationSlug);
  const records = {
    organization: new CachedRecord<OrganizationRecord>({ partition, key }),
    version: new CachedRecord<PostsVersion>({ partition, key: postsVersionKey }),
    fields: new CachedRecord<FieldIndexes>({ partition, key: fieldIndexesKey }),
  };
  const address = { organizationSlug, slug: slug ?? "" };
  const [postLocation, contentLocation] = postLocations(organizationSlug, address.slug);
  const post = new CachedRecord<StoredPost>(postLocation);
  const content = new CachedRecord<PostContent>(contentLocation);
  return {
    records: [...Object.values(records), ...(slug === undefined ? [] : [post, content])],
    read: (found) => new PostState(store, address, { ...records, post, content }, found),
  };
}

interface StateRecords {
  organization: CachedRecord<OrganizationRecord>;
  version: CachedRecord<PostsVersion>;
  fields: CachedRecord<FieldIndexes>;
  post: CachedRecord<StoredPost>;
  content: CachedRecord<PostContent>;
}

/** The records that a write of a post depends on, as one read found them. The commit checks that the post and the index are unchanged. */
export class PostState {
  readonly #store: Store;
  readonly #address: PostAddress;
  readonly #records: StateRecords;
  readonly #found: FoundRecords;

  constructor(store: Store, address: PostAddress, records: StateRecords, found: FoundRecords) {
    this.#store = store;
    this.#address = address;
    this.#records = records;
    this.#found = found;
  }

  /** The record that every change of a post writes. */
  get version(): FoundOrDamage<PostsVersion> {
    return this.#read(this.#records.version);
  }

  /** The indexes of the organization's fields. */
  get fields(): FoundOrDamage<FieldIndexes> {
    return this.#read(this.#records.fields);
  }

  /** The version of the post. Undefined if it is missing or damaged. */
  get postVersion(): string | undefined {
    const found = this.#read(this.#records.post);
    return found instanceof DamagedRecordError ? undefined : found?.version;
  }

  /** The fields that give the addresses of posts. */
  get site(): Site {
    return siteIn(this.#read(this.#records.organization));
  }

  /** The organization. Null if it does not exist. */
  get organization(): StoredOrganization | null {
    const found = this.#found.get(this.#records.organization);
    return found && fromRecord(found.data);
  }

  /** @throws {NotFoundError} if the organization does not exist */
  requireOrganization(action: string): StoredOrganization {
    const { organization } = this;
    if (organization !== null) return organization;
    throw new NotFoundError(`${action}: there is no organization "${this.#address.organizationSlug}"`);
  }

  /** Returns the post, null, or its damage. */
  findPost(): Promise<FoundPost | DamagedRecordError | null> {
    const { post, content } = this.#records;
    return toFoundPost(this.#store, this.#address, [this.#read(post), this.#read(content)]);
  }

  /**
   * @throws {NotFoundError} if the post does not exist
   * @throws {DamagedRecordError} if it is damaged
   */
  async requirePost(action: string): Promise<FoundPost> {
    const found = await this.findPost();
    if (found instanceof DamagedRecordError) throw found;
    if (found !== null) return found;
    const { organizationSlug, slug } = this.#address;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
  }

  #read<Data>(record: CachedRecord<Data>): FoundOrDamage<Data> {
    return findOrDamage(this.#found, record);
  }
}
