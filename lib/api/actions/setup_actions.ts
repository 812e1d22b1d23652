import { organizationKey, sitemapUrl, type StoredOrganization } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import { checkSite } from "../site_checks/check_site.ts";
import type { SiteCheck } from "../site_checks/site_check.ts";
import { checkOf, type KeyPart } from "../../store/mod.ts";
import { type AdminActor, requirePermitted } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";

/** The state of an organization's setup. */
export interface Setup {
  /** True if a member has hidden the steps on the overview. */
  isHidden: boolean;
  /** The last check of the site. Left out before the first. */
  check?: SiteCheck;
}

const key: readonly KeyPart[] = ["setup"];

/** The actions on the setup of an organization. */
export class SetupActions {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /** Returns the state of the setup. Needs `posts:read`. */
  async get({ organizationSlug, ...actor }: AdminActor): Promise<Setup> {
    requirePermitted({ organizationSlug, ...actor }, "posts:read");
    const found = await this.#deps.store.get<Setup>({ partition: ["org", organizationSlug], key });
    return found?.data ?? { isHidden: false };
  }

  /**
   * Requests the organization's site and its sitemap, and stores the result. Needs `members:manage`.
   *
   * @param ownSitemap the sitemap as the API serves it
   * @throws {NotFoundError} if the storage does not contain the organization
   */
  async check(actor: AdminActor, ownSitemap: string): Promise<SiteCheck> {
    requirePermitted(actor, "members:manage");
    const { clock, webhookOptions: rules } = this.#deps;
    const organization = await this.#organizationOf(actor);
    const { siteUrl } = organization;
    const site = { siteUrl, sitemapUrl: sitemapUrl(organization), ownSitemap };
    const check = await checkSite(site, { clock, rules });
    await this.#change(actor, (setup) => ({ ...setup, check }));
    return check;
  }

  /** Shows or hides the steps on the overview for all members. Needs `members:manage`. */
  async setHidden(actor: AdminActor, isHidden: boolean): Promise<void> {
    requirePermitted(actor, "members:manage");
    await this.#organizationOf(actor);
    await this.#change(actor, (setup) => ({ ...setup, isHidden }));
  }

  async #organizationOf({ organizationSlug }: AdminActor): Promise<StoredOrganization> {
    const organization = await this.#deps.organizations.get(organizationSlug);
    if (organization !== null) return organization;
    throw new NotFoundError(`Cannot set up the organization: "${organizationSlug}" does not exist`);
  }

  async #change({ organizationSlug }: AdminActor, change: (setup: Setup) => Setup): Promise<void> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    await store.writes.repeatInTurn({ partition, key }, "Cannot store the setup: it", async () => {
      const found = await store.get<Setup>({ partition, key });
      const before = found?.data ?? { isHidden: false };
      const data = change(before);
      if (isEqualJson(data, before)) return true;
      const checks = [checkOf(key, found), { key: organizationKey, exists: true }];
      const result = await store.commit(partition, { checks, sets: [{ key, data }] });
      return result.committed || null;
    });
  }
}
