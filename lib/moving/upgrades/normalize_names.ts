import { credentialLocation, userDirectory, userLocation } from "../../access/mod.ts";
import { indexPosts, organizationKey, postNames } from "../../content/mod.ts";
import { organizationNames, toName, withNames } from "../../base/text/name.ts";
import {
  type KeyPart,
  lastNumberOf,
  lastTextOf,
  listNames,
  type Location,
  type Store,
  type StoreAndClock,
} from "../../store/mod.ts";

/** Returns the data of a record with names in the form of `toName`, or the same object if nothing changes. */
type Normalize = (data: object) => object;

const named: Normalize = (data) => withNames(data, ["name"]);

/** Records in the partition of an organization that hold names, by the first part of their key. */
const ofOrganization: Readonly<Record<string, Normalize>> = {
  "working-copy": (data) => withNames(data, postNames),
  webhook: (data) => withNames(data, ["description", "sections", "tags"]),
  invitation: named,
  "saved-filters": withFilters,
};

/** Parameters of a saved filter that hold a name. */
const nameParameters = ["section", "tag"];

/**
 * Gives all names of an organization the form of `toName`. Old revisions stay, because restoring a revision normalizes its names. Other
 * requests run between the records.
 */
export async function normalizeNames(deps: StoreAndClock, organizationSlug: string): Promise<void> {
  await indexPosts(deps, organizationSlug);
  await normalizeAll(deps.store, placesOf(deps.store, organizationSlug));
}

/** Gives the names of all users the form of `toName`. */
export async function normalizeUserNames(store: Store): Promise<void> {
  await normalizeAll(store, placesOfUsers(store));
}

interface NamedPlace {
  location: Location;
  normalize: Normalize;
}

async function* placesOf(store: Store, organizationSlug: string): AsyncGenerator<NamedPlace> {
  const partition = ["org", organizationSlug];
  yield {
    location: { partition, key: organizationKey },
    normalize: (data) => withNames(data, organizationNames),
  };
  for (const [kind, normalize] of Object.entries(ofOrganization)) {
    for await (const { key, data } of store.listAll<object>(partition, { prefix: [kind] })) {
      if (normalize(data) !== data) yield { location: { partition, key: partsOf(key) }, normalize };
    }
  }
  for await (const keyId of listNames(store, { partition, prefix: ["key"] }, "keyId")) {
    yield { location: credentialLocation(keyId), normalize: named };
  }
}

/** Returns the parts of a key, whose last part is an id. */
function partsOf(key: string): KeyPart[] {
  const parts = key.split("!");
  const last = parts[0] === "working-copy" ? lastNumberOf(key) : lastTextOf(key);
  return last === undefined ? parts : [...parts.slice(0, -1), last];
}

async function* placesOfUsers(store: Store): AsyncGenerator<NamedPlace> {
  for await (const userId of listNames(store, { partition: userDirectory }, "userId")) {
    yield { location: userLocation(userId), normalize: named };
  }
}

async function normalizeAll(store: Store, places: AsyncIterable<NamedPlace>): Promise<void> {
  for await (const place of places) await normalizeRecord(store, place);
}

async function normalizeRecord(store: Store, { location, normalize }: NamedPlace): Promise<void> {
  const { partition, key } = location;
  await store.writes.repeatInTurn(location, "Cannot normalize the names: a record", async () => {
    const [found] = await store.getReadable<[object]>([location]);
    const data = found && normalize(found.data);
    if (data === null || data === found?.data) return true;
    const checks = [{ key, version: found?.version ?? "" }];
    const { committed } = await store.commit(partition, { checks, sets: [{ key, data }] });
    return committed || null;
  });
}

/** Normalizes the names of saved filters, and the names that they look for. Of two filters with one name, the last stays. */
function withFilters(data: object): object {
  const { filters } = data as { filters: readonly { name: string; query: string }[] };
  const normal = filters.map(({ name, query }) => {
    const parameters = new URLSearchParams(query);
    for (const parameter of nameParameters) {
      const value = parameters.get(parameter);
      if (value !== null) parameters.set(parameter, toName(value));
    }
    return { name: toName(name), query: parameters.toString() };
  });
  const isSame = normal.every(
    ({ name, query }, index) => name === filters[index]?.name && query === filters[index]?.query,
  );
  return isSame ? data : { filters: [...new Map(normal.map((filter) => [filter.name, filter])).values()] };
}
