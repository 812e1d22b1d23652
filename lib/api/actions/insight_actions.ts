import * as v from "valibot";
import { type ApiKey, readKeyNames } from "../../access/mod.ts";
import { countedDays, lastDates, type InsightDay, isKeyId } from "../../store/daily_counts/mod.ts";
import {
  type InsightReport,
  type InsightRow,
  type KeyInsight,
  keyReportOf,
  reportOf,
  rowsOf,
} from "../insight/insight_report.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { HostValueError } from "../../base/host/host_value_error.ts";
import { validate } from "../../base/input/validate.ts";
import { type AdminActor, isPermitted, requirePermitted } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import type { AdminKeyAddress } from "./api_key_actions.ts";

const rule = `must be a whole number from 1 to ${countedDays}`;

/** Validates the days of a report. */
const insightInput: v.GenericSchema<unknown, { days?: number }> = v.strictObject({
  days: v.exactOptional(
    v.pipe(v.number(rule), v.safeInteger(rule), v.minValue(1, rule), v.maxValue(countedDays, rule)),
  ),
});

/** Days of a report. */
export interface InsightQuery {
  /** Number of UTC days, 1 to 30, including today. Default: 30. */
  days?: number;
}

/** The counted requests to an organization, and the errors that they met. They need `posts:read`; the parts about keys need `keys:manage`. */
export class InsightActions {
  readonly #deps: AdminDeps;

  constructor(deps: AdminDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the requests by day, endpoint and key, the most read posts, slugs without a post, and refusals.
   *
   * @throws {InvalidInputError} if the number of days is not allowed
   */
  async read(actor: AdminActor, query: InsightQuery = {}): Promise<InsightReport> {
    requirePermitted(actor, "posts:read");
    const dates = this.#datesOf(query);
    const days = await this.#days(actor, dates.length);
    const report = reportOf(days, { dates, keyNames: await this.#keyNames(actor, days) });
    return { isCounted: this.#deps.insight !== undefined, ...report };
  }

  /**
   * Returns the errors of malformed posts of a host's content source, which lists leave out: of at most 100 posts that this process has read.
   * Needs `posts:read`.
   */
  async listMalformed(actor: AdminActor): Promise<readonly HostValueError[]> {
    requirePermitted(actor, "posts:read");
    return this.#deps.malformed.list(actor.organizationSlug);
  }

  /**
   * Returns only the requests by day. Unlike `read` it lists no keys.
   *
   * @throws {InvalidInputError} if the number of days is not allowed
   */
  async daily(
    actor: AdminActor,
    query: InsightQuery = {},
  ): Promise<Pick<InsightReport, "isCounted" | "days">> {
    requirePermitted(actor, "posts:read");
    const dates = this.#datesOf(query);
    const { days } = reportOf(await this.#days(actor, dates.length), { dates });
    return { isCounted: this.#deps.insight !== undefined, days };
  }

  /**
   * Returns the requests of each day, endpoint, status and key, as rows of a table.
   *
   * @throws {InvalidInputError} if the number of days is not allowed
   */
  async rows(actor: AdminActor, query: InsightQuery = {}): Promise<InsightRow[]> {
    requirePermitted(actor, "posts:read");
    const dates = this.#datesOf(query);
    const days = await this.#days(actor, dates.length);
    return rowsOf(days, { dates, keyNames: await this.#keyNames(actor, days) });
  }

  /**
   * Returns the requests with a key by day and endpoint, and its refusals.
   *
   * @param known the key, if the caller has read it
   * @throws {NotFoundError} if the organization has no such key
   * @throws {InvalidInputError} if the number of days is not allowed
   */
  async ofKey(
    { actor, keyId }: AdminKeyAddress,
    query: InsightQuery = {},
    known?: ApiKey,
  ): Promise<KeyInsight> {
    requirePermitted(actor, "keys:manage");
    const { organizationSlug } = actor;
    const key = known ?? (await this.#deps.apiKeys.get({ organizationSlug, keyId }));
    if (key === null) {
      throw new NotFoundError(`Cannot show the requests: "${organizationSlug}" has no key "${keyId}"`);
    }
    const dates = this.#datesOf(query);
    const report = keyReportOf(await this.#days(actor, dates.length), { dates, keyId });
    return { isCounted: this.#deps.insight !== undefined, ...report };
  }

  async #days({ organizationSlug }: AdminActor, days: number): Promise<InsightDay[]> {
    return (await this.#deps.insight?.days(organizationSlug, days)) ?? [];
  }

  /** Returns the names of the keys of some days by id, or undefined if the actor may not see keys. */
  async #keyNames(actor: AdminActor, days: readonly InsightDay[]): Promise<Map<string, string> | undefined> {
    if (!isPermitted(actor, "keys:manage")) return undefined;
    const keys = days.flatMap(({ requests, refusals }) => [...requests, ...refusals].map(({ key }) => key));
    const keyIds = [...new Set(keys)].filter(isKeyId);
    return readKeyNames(this.#deps.store, actor.organizationSlug, keyIds);
  }

  #datesOf(query: InsightQuery): string[] {
    const { days = countedDays } = validate(insightInput, query, "Cannot show the requests");
    return lastDates(this.#deps.clock.now(), days);
  }
}
