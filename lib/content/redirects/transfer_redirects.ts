import {
  DamagedRecordError,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
  type Store,
} from "../../store/mod.ts";
import { uncheckedPosts } from "../post_record.ts";
import {
  redirectIndexKey,
  redirectKey,
  redirectPrefix,
  redirectSets,
  type StoredRedirect,
} from "./redirect_record.ts";

/** Reads the redirects of an organization for an export. */
export async function* readRedirects(store: Store, organizationSlug: string): AsyncGenerator<StoredRedirect> {
  const partition = ["org", organizationSlug];
  for await (const { data } of store.listAll<StoredRedirect>(partition, { prefix: redirectPrefix }))
    yield data;
}

/** Restores a redirect from an export. It replaces the redirect from the same address. */
export async function restoreRedirect(
  store: Store,
  organizationSlug: string,
  redirect: StoredRedirect,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const partition = ["org", organizationSlug];
  const key = redirectKey(redirect.from);
  const plan = async (): Promise<RestorePlan> => {
    const current = await store.getOrDamage<StoredRedirect>({ partition, key });
    const former = current === null || current instanceof DamagedRecordError ? redirect : current.data;
    const indexKey = redirectIndexKey(former);
    const found =
      former.id === redirect.id ? null : await store.getOrDamage<object>({ partition, key: indexKey });
    return {
      wanted: redirectSets(redirect),
      marks: [uncheckedPosts],
      basis: [{ key, found: current }],
      obsolete: found === null ? [] : [{ key: indexKey, found }],
    };
  };
  return restoreRecords(store, partition, plan, options);
}
