import { adopt, andThen, type Awaitable } from "../../../base/awaitable.ts";
import { BoundedMap } from "../../../base/bounded_map.ts";
import {
  type HostField,
  misfit,
  optionalField,
  readInteger,
  readList,
  readRow,
  readText,
  readTexts,
  requiredField,
  textReader,
} from "../../../base/host/host_row.ts";
import { HostValueError, type HostValuePlace } from "../../../base/host/host_value_error.ts";
import type {
  CheckedSource,
  ContentSource,
  Organization,
  PostCount,
  PostTallies,
  PublicSlugs,
  RedirectPage,
} from "../content_source.ts";
import { checkOrganization } from "./checked_organization.ts";
import { itemName } from "./checked_post.ts";
import { HostPosts } from "./host_posts.ts";
import type { MalformedPosts } from "./malformed_posts.ts";
import { nextField, timeField, valuesOf } from "./host_values.ts";

/** Maximum number of organizations whose checked row is remembered with its version. */
const mostOrganizations = 1000;

/** Reads a whole number of at least 0. */
function readCount(value: unknown): number {
  const count = readInteger(value);
  if (count < 0) throw misfit("at least 0", count);
  return count;
}

const filled = textReader(10_000, 1);
const redirectFields = [
  requiredField("from", filled),
  optionalField("fromSlug", filled),
  requiredField("slug", filled),
];
const tallyFields = [requiredField("name", readText), requiredField("postCount", readCount)];
const countFields = [requiredField("count", readCount), timeField];
const slugsFields = [requiredField("slugs", readTexts), timeField];

/** Checks every value that the source of a host returns. Malformed posts are left out of lists, and reported. */
export function checkedSource(source: ContentSource, malformed: MalformedPosts): CheckedSource {
  const posts = new HostPosts(source, malformed);
  const findOrganization = organizationFinder(source);
  /** Reads a value with a list of items. Malformed items are left out, and reported. */
  const readItems = (
    place: HostValuePlace,
    found: unknown,
    { list, fields, others }: { list: string; fields: readonly HostField[]; others: readonly HostField[] },
  ): unknown => {
    const values = valuesOf(place, found, [requiredField(list, readList), ...others]);
    const items = (values[list] as unknown[]).flatMap((row, at) => {
      const { values: item, problems, cause } = readRow(row, fields);
      if (problems.length === 0) return [item];
      malformed.leaveOut(new HostValueError({ ...place, item: `item ${at} of ${list}` }, problems, cause));
      return [];
    });
    return { ...values, [list]: items };
  };
  return {
    findOrganization,
    getPost: (organizationSlug, slug) => posts.get(organizationSlug, slug),
    listPosts: async (organizationSlug, query) => posts.list(organizationSlug, query),
    ...(source.revision && {
      revision: (organizationSlug, slug) =>
        readOptionalText(source.revision?.(organizationSlug, slug), "content.revision", organizationSlug),
    }),
    ...(source.findMoved && {
      findMoved: (organizationSlug, slug) =>
        andThen(
          readOptionalText(source.findMoved?.(organizationSlug, slug), "content.findMoved", organizationSlug),
          (moved) => moved ?? null,
        ),
    }),
    ...(source.listRedirects && {
      listRedirects: async (organizationSlug, query) => {
        const found = await source.listRedirects?.(organizationSlug, query);
        const place = { source: "content.listRedirects", organizationSlug };
        const items = {
          list: "redirects",
          fields: redirectFields,
          others: [nextField(query.after), timeField],
        };
        return readItems(place, found, items) as RedirectPage;
      },
    }),
    ...(source.findPublicSlugs && {
      findPublicSlugs: async (organizationSlug, asked) => {
        const found = await source.findPublicSlugs?.(organizationSlug, asked);
        const place = { source: "content.findPublicSlugs", organizationSlug };
        const { slugs, ...rest } = valuesOf(place, found, slugsFields) as unknown as PublicSlugs;
        return { ...rest, slugs: slugs.filter((slug) => !malformed.has(organizationSlug, itemName(slug))) };
      },
    }),
    ...(source.countPosts && {
      countPosts: async (organizationSlug, filter) => {
        const found = await source.countPosts?.(organizationSlug, filter);
        const place = { source: "content.countPosts", organizationSlug };
        return valuesOf(place, found, countFields) as unknown as PostCount;
      },
    }),
    ...(source.tallyPosts && {
      tallyPosts: async (organizationSlug, field) => {
        const found = await source.tallyPosts?.(organizationSlug, field);
        const place = { source: "content.tallyPosts", organizationSlug };
        const items = { list: "tallies", fields: tallyFields, others: [timeField] };
        return readItems(place, found, items) as PostTallies;
      },
    }),
  };
}

/** Reads a text that may be missing. */
function readOptionalText(
  found: Awaitable<unknown>,
  source: string,
  organizationSlug: string,
): Awaitable<string | undefined> {
  return andThen(adopt(found), (value) => {
    if (value === null || value === undefined || typeof value === "string") return value ?? undefined;
    const { message } = misfit("a string", value);
    throw new HostValueError({ source, organizationSlug }, [{ pointer: "", message }]);
  });
}

/** Creates the function that finds organizations. A row is checked once for its version. */
function organizationFinder(source: ContentSource): CheckedSource["findOrganization"] {
  const known = new BoundedMap<Organization>(mostOrganizations);
  return (slug) =>
    andThen(adopt<unknown>(source.findOrganization(slug)), (row) => {
      if (row === null || row === undefined) return null;
      const latest = known.get(slug);
      const { id, version } = row as Partial<Organization>;
      if (latest !== undefined && version === latest.version && id === latest.id) return latest;
      const { values, problems, cause } = checkOrganization(row);
      if (problems.length > 0) {
        throw new HostValueError(
          { source: "content.findOrganization", organizationSlug: slug },
          problems,
          cause,
        );
      }
      const organization = values as unknown as Organization;
      if (organization.version !== undefined) known.set(slug, organization);
      return organization;
    });
}
