import {
  type Credential,
  credentialLocation,
  expiryPrefix,
  type Memberships,
  type Users,
} from "../../access/mod.ts";
import { organizationSlugs } from "../../content/mod.ts";
import { type DeliveryRound, unlessUnavailable } from "../../events/mod.ts";
import { checkOf, type KeyPart, type StoreAndClock } from "../../store/mod.ts";
import { composeMail, nameInMail } from "./compose_mail.ts";
import type { Mailer } from "./mailer.ts";

const day = 86_400_000;
/** Days before the end of a key at which its notices are sent, the later notice first. */
const noticeDays: readonly number[] = [1, 14];
const longestNotice = 14;
/** Time between two rounds: an hour, in milliseconds. */
const interval = 3_600_000;
/** Time before the next round after a failure: half an hour, in milliseconds. */
const retryInterval = 1_800_000;
/** Number of keys that are read in one batch. */
const readAtOnce = 50;
/** Maximum number of owners that get a notice in place of the user. */
const mostOwners = 10;

/** Lifetime of the claim of a notice that is being mailed: 15 minutes, in milliseconds. After the process ended meanwhile, it is mailed again. */
const claimLife = 900_000;

/** The last notice of a key. It expires a day after the key. */
interface NoticeRecord {
  /** End of the key, in milliseconds since the epoch. A key with a new end gets new notices. */
  time: number;
  days: number;
}

/** Dependencies of {@link KeyNotices}. */
export interface KeyNoticesDeps extends StoreAndClock {
  users: Users;
  memberships: Memberships;
  onError: (error: unknown) => void;
}

/** Mails notices of keys that expire soon: 14 days and a day before the end, each once. */
export class KeyNotices {
  readonly #deps: KeyNoticesDeps;
  readonly #mailer: Mailer;

  constructor(deps: KeyNoticesDeps, mailer: Mailer) {
    // Requests report a store that is unavailable. The next round tries again.
    this.#deps = { ...deps, onError: unlessUnavailable(deps.onError) };
    this.#mailer = mailer;
  }

  /** Sends all notices that are due. Returns the time of the next round, in milliseconds since the epoch. */
  async send({ now, isStopping }: DeliveryRound): Promise<number> {
    const { store, onError } = this.#deps;
    let hasFailed = false;
    for await (const slug of organizationSlugs(store)) {
      if (isStopping()) return now;
      try {
        if (!(await this.#sendOf(slug, now, isStopping))) hasFailed = true;
      } catch (error) {
        hasFailed = true;
        onError(error);
      }
    }
    return now + (hasFailed ? retryInterval : interval);
  }

  /** Returns false if a mail could not be sent. */
  async #sendOf(organizationSlug: string, now: number, isStopping: () => boolean): Promise<boolean> {
    const { store } = this.#deps;
    let isComplete = true;
    const range = {
      prefix: expiryPrefix,
      from: [...expiryPrefix, now + 1],
      to: [...expiryPrefix, now + longestNotice * day + 1],
    };
    const pages = store.listPages<{ keyId: string }>(["org", organizationSlug], range, readAtOnce);
    for await (const page of pages) {
      const found = await store.getReadable<Credential[]>(
        page.map(({ data }) => credentialLocation(data.keyId)),
      );
      for (const record of found) {
        if (isStopping()) return false;
        if (record === null || record.data.organizationSlug !== organizationSlug) continue;
        const days = dueNotice(record.data, now);
        if (days !== undefined && !(await this.#notify(record.data, days))) isComplete = false;
      }
    }
    return isComplete;
  }

  /**
   * Claims the notice, mails it, and records that. A notice that could not be mailed is given back, so that the next round tries again. If the
   * process ends meanwhile, the claim expires, and the notice is mailed again. It can then arrive twice, but it is not lost.
   */
  async #notify(credential: Credential, days: number): Promise<boolean> {
    const { store, clock, onError } = this.#deps;
    const { organizationSlug, id, expiresAt = "" } = credential;
    const time = Date.parse(expiresAt);
    const partition = ["org", organizationSlug];
    const key: readonly KeyPart[] = ["key-notice", id];
    const before = await store.get<NoticeRecord>({ partition, key });
    if (before !== null && before.data.time === time && before.data.days <= days) return true;
    const notice = { key, data: { time, days } satisfies NoticeRecord };
    const claim = { ...notice, expiresAt: Math.min(clock.now() + claimLife, time + day) };
    const claimed = await store.commit(partition, { checks: [checkOf(key, before)], sets: [claim] });
    if (!claimed.committed) return true;
    const checks = [{ key, version: claimed.version }];
    try {
      await this.#send(credential);
    } catch (error) {
      onError(error);
      await store.commit(partition, { checks, deletes: [key] });
      return false;
    }
    await store.commit(partition, { checks, sets: [{ ...notice, expiresAt: time + day }] });
    return true;
  }

  /** Mails a notice to all recipients. A failure is only reported if another recipient has got the notice, who must not get it again. */
  async #send(credential: Credential): Promise<void> {
    const recipients = await this.#recipientsOf(credential);
    const sent = await Promise.allSettled(
      recipients.map((to) => this.#mailer.send(noticeOf(credential, to))),
    );
    const failures = sent.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    if (failures.length > 0 && failures.length === sent.length) throw failures[0];
    for (const failure of failures) this.#deps.onError(failure);
  }

  /** Returns the address of the key's user. If the user has none, returns those of the owners. A key of a former member gets no notice. */
  async #recipientsOf({ organizationSlug, userId }: Credential): Promise<string[]> {
    const { users, memberships } = this.#deps;
    const member = await memberships.get(organizationSlug, userId);
    if (member?.status !== "active") return [];
    if (member.email !== undefined) return [member.email];
    const { members } = await memberships.list(organizationSlug, { search: "owner", limit: mostOwners });
    const owners = members.filter(({ role, status }) => role === "owner" && status === "active");
    const found = await Promise.all(owners.map(({ userId: owner }) => users.get(owner)));
    return found.flatMap((owner) => owner?.email ?? []);
  }
}

/** Returns the notice that is due, in days before the end, or undefined. A key that was created later than a notice would be due gets none. */
function dueNotice(credential: Credential, now: number): number | undefined {
  const { expiresAt, createdAt, revokedAt, rolledTo } = credential;
  if (expiresAt === undefined || revokedAt !== undefined || rolledTo !== undefined) return undefined;
  const end = Date.parse(expiresAt);
  if (end <= now) return undefined;
  return noticeDays.find((days) => end - days * day <= now && end - days * day > Date.parse(createdAt));
}

function noticeOf(
  { name, start, organizationSlug, expiresAt = "" }: Credential,
  to: string,
): ReturnType<typeof composeMail> {
  const shown = nameInMail(name);
  return composeMail({
    kind: "key-expiry",
    to,
    subject: `The API key "${shown}" expires on ${expiresAt.slice(0, 10)}`,
    parts: [
      `The API key "${shown}" (${start}…) of the organization ${organizationSlug} expires at ${expiresAt}. Requests with it are refused from then on.`,
      "Roll the key in the dashboard, under Settings, API Keys, or let it expire if no program uses it any more.",
    ],
  });
}
