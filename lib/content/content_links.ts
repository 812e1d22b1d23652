import {
  type Address,
  addressAt,
  encodeKey,
  type KeyPart,
  lastNumberOf,
  type LinkRule,
  type OpenedRecord,
  type RecordLinks,
} from "../store/mod.ts";
import { type KnowledgeEntry, knowledgeRecords } from "./knowledge_base/knowledge_record.ts";
import { organizationDirectory } from "./organizations/organizations.ts";
import { originKeys } from "./posts/writes/import_origin.ts";
import { referenceKeys } from "./references/reference_record.ts";
import { redirectIndexKey, redirectKey, type StoredRedirect } from "./redirects/redirect_record.ts";
import { indexKeys, nameKey, postIdKey, postKey, toIndexEntry } from "./posts/post_record.ts";
import type { StoredPost } from "./posts/post_forms.ts";

/** Link rules of organizations, posts and texts, by the first part of the record's key. */
const rules: Readonly<Record<string, LinkRule>> = {
  organization: linksOfOrganization,
  post: linksOfPost,
  html: ({ partition, key }) => ({ source: { partition, key: key.replace(/^html/, "post") } }),
  "post-id": linksToPost,
  "posts-by": linksOfIndexEntry,
  imported: linksToImportedPost,
  revision: linksOfRevision,
  "working-copy": linksByPostId,
  submission: linksByPostId,
  knowledge: linksOfText,
  "knowledge-id": linksOfTextPlace,
  redirect: linksOfRedirect,
  "redirect-of": linksOfRedirectEntry,
};

/** Returns the links of a record of an organization's content. */
export function contentLinks(record: OpenedRecord): RecordLinks | undefined {
  if (!record.partition.startsWith("org!")) return undefined;
  const [kind = ""] = record.key.split("!", 1);
  return Object.hasOwn(rules, kind) ? rules[kind]?.(record) : undefined;
}

function linksOfOrganization({ data }: OpenedRecord): RecordLinks {
  const { slug } = data as { slug: string };
  return { derived: [{ ...addressAt({ partition: organizationDirectory, key: [slug] }), data: { slug } }] };
}

function linksOfPost({ partition, key, data }: OpenedRecord): RecordLinks {
  const post = data as StoredPost;
  const entry = toIndexEntry(post);
  return {
    companion: { partition, key: key.replace(/^post/, "html") },
    derived: [
      { partition, key: encodeKey(postIdKey(post.id)), data: { slug: post.slug } },
      ...[...indexKeys(post), nameKey(post)].map((place) => ({
        partition,
        key: encodeKey(place),
        data: entry,
      })),
      ...originKeys(post).map((place) => ({ partition, key: encodeKey(place), data: { id: post.id } })),
      ...referenceKeys(post).map((place) => ({ partition, key: encodeKey(place), data: {} })),
    ],
  };
}

/** Returns the link of an entry in the indexes or in the list of ids. Both contain the post's slug. */
function linksToPost({ partition, data }: OpenedRecord): RecordLinks {
  return { source: { partition, key: encodeKey(postKey((data as { slug: string }).slug)) } };
}

function linksOfIndexEntry(record: OpenedRecord): RecordLinks {
  return { ...linksToPost(record), isDerived: true };
}

function linksToImportedPost({ partition, data }: OpenedRecord): RecordLinks {
  return { source: { partition, key: encodeKey(postIdKey((data as { id: number }).id)) } };
}

function linksOfRevision({ partition, data }: OpenedRecord): RecordLinks {
  const { post } = data as { post: StoredPost };
  return { source: { partition, key: encodeKey(postIdKey(post.id)) } };
}

/** Returns the link of a record whose key ends with the id of its post. */
function linksByPostId({ partition, key }: OpenedRecord): RecordLinks {
  return { source: { partition, key: encodeKey(postIdKey(lastNumberOf(key))) } };
}

function linksOfRedirect({ partition, data }: OpenedRecord): RecordLinks {
  const { id, from } = data as StoredRedirect;
  return {
    source: { partition, key: encodeKey(postIdKey(id)) },
    derived: [{ partition, key: encodeKey(redirectIndexKey({ id, from })), data: { from } }],
  };
}

function linksOfRedirectEntry({ partition, data }: OpenedRecord): RecordLinks {
  const source: Address = { partition, key: encodeKey(redirectKey((data as { from: string }).from)) };
  return { source, isDerived: true };
}

function linksOfText({ partition, data }: OpenedRecord): RecordLinks {
  const [, place] = knowledgeRecords(data as KnowledgeEntry);
  return { derived: [{ partition, key: encodeKey(place.key), data: place.data }] };
}

function linksOfTextPlace({ partition, data }: OpenedRecord): RecordLinks {
  const source: Address = { partition, key: encodeKey((data as { key: KeyPart[] }).key) };
  return { source, isDerived: true };
}
