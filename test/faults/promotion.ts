import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { type Forwarder, startForwarder } from "../storage-drivers/_forwarder.ts";
import { type PostgresServer, startPostgres, startStandby } from "../storage-drivers/_postgres_server.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";
import { until } from "../storage-drivers/_redis_server.ts";

/** Replication to the standby: asynchronous, or a value of `synchronous_commit`. */
export type Replication = "asynchronous" | "on" | "remote_apply";

export interface PromotionOptions {
  replication: Replication;
  requests: number;
  /** Number of counted requests that the standby does not receive before its promotion. */
  cutOff?: number;
  /** True if the primary lives on, and half of the processes keep using it. */
  keepsPrimary?: boolean;
}

/** Results of a promotion under load. */
export interface Promotion {
  statuses: Record<string, number>;
  /** Counted requests on the primary at its end, and on the standby before its promotion. */
  counted: { primary: number; standby: number };
  /** Acknowledged posts, and those of them that the new primary does not have. */
  posts: { acknowledged: number; lost: number };
  /** Milliseconds from the end of the primary to the next acknowledged post. */
  unavailable: number;
}

const worker = fileURLToPath(new URL("../storage-drivers/_quota_worker.mjs", import.meta.url));
const processes = 4;
/** Milliseconds. Other work on the machine can slow down the processes. */
const longestWait = 60_000;
const schema = "promotion";
/** Milliseconds without a response of a primary after which a process gives up. The old primary never responds again. */
const patience = { withNewPrimary: "60000", withOldPrimary: "8000" };
/** Number of counted requests before the primary ends. */
const countedBefore = 300;

/** Lets four processes send requests with one key, and promotes a standby in the meantime. */
export async function promoteUnderLoad(options: PromotionOptions): Promise<Promotion> {
  const pair = await Pair.start(options.replication);
  const storage = closedAfterUse(postgresDriver({ url: pair.url }));
  const api = createPublicApi({ storage });
  const key = await publishPost(api);
  if (options.cutOff !== undefined) await pair.cutOff();
  const writer = new PostWriter(api);
  const share = options.requests / processes;
  const running = Promise.all(
    Array.from({ length: processes }, (_, index) =>
      options.keepsPrimary === true && index % 2 === 1
        ? sendRequests([pair.primary.url(schema), key, String(share), patience.withOldPrimary])
        : sendRequests([pair.url, key, String(share), patience.withNewPrimary]),
    ),
  );
  const awaited = options.cutOff ?? countedBefore;
  await until(async () => (await countedOn(pair.primary)) >= awaited, longestWait);
  const counted = { primary: 0, standby: 0 };
  const begun = performance.now();
  if (options.keepsPrimary !== true) await pair.primary.kill();
  counted.standby = await pair.promote();
  const unavailable = (await writer.nextAcknowledgement()) - begun;
  const statuses = add(await running);
  const slugs = await writer.stop();
  if (options.keepsPrimary !== true) await pair.primary.restart();
  counted.primary = await countedOn(pair.primary);
  const lost = await missingOn(pair.standby, slugs);
  return { statuses, counted, posts: { acknowledged: slugs.length, lost }, unavailable };
}

/** A primary and its standby, each behind a proxy: one for clients, and one for the replication. */
class Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly #clients: Forwarder;
  readonly #replication: Forwarder;

  private constructor(
    servers: { primary: PostgresServer; standby: PostgresServer },
    proxies: { clients: Forwarder; replication: Forwarder },
  ) {
    this.primary = servers.primary;
    this.standby = servers.standby;
    this.#clients = proxies.clients;
    this.#replication = proxies.replication;
  }

  static async start(replication: Replication): Promise<Pair> {
    const isAsynchronous = replication === "asynchronous";
    const primary = await startPostgres(
      ...(isAsynchronous ? [] : ["synchronous_standby_names=*", `synchronous_commit=${replication}`]),
    );
    releaseAfterUse(() => primary.stop());
    const proxies = {
      clients: await startForwarder(primary.port),
      replication: await startForwarder(primary.port),
    };
    const standby = await startStandby(proxies.replication.port);
    releaseAfterUse(() => standby.stop());
    const wanted = isAsynchronous ? "async" : "sync";
    await until(async () => {
      const [row] = await primary.query(
        "select sync_state from pg_stat_replication where state = 'streaming'",
      );
      return row?.["sync_state"] === wanted;
    });
    releaseAfterUse(() => Promise.all([proxies.clients.stop(), proxies.replication.stop()]));
    return new Pair({ primary, standby }, proxies);
  }

  /** Address of the server that the proxy for clients has as its target. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#clients.port}/postgres?schema=${schema}`;
  }

  /** Ends the replication when the standby has all changes so far. */
  async cutOff(): Promise<void> {
    const [row] = await this.primary.query("select pg_current_wal_lsn()::text as written");
    const isReplayed = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_replayed";
    await until(
      async () => (await this.standby.query(isReplayed, [row?.["written"]]))[0]?.["is_replayed"] === true,
    );
    this.#replication.pointTo(undefined);
  }

  /** Promotes the standby, and lets clients reach it. Returns its counted requests before. */
  async promote(): Promise<number> {
    this.#replication.pointTo(undefined);
    await until(async () => {
      const [row] = await this.standby.query(
        "select pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() as is_replayed",
      );
      return row?.["is_replayed"] === true;
    });
    const counted = await countedOn(this.standby);
    await this.standby.query("select pg_promote()");
    this.#clients.pointTo(this.standby.port);
    return counted;
  }
}

/** Creates posts, one after the other. */
class PostWriter {
  readonly #slugs: string[] = [];
  readonly #running: Promise<void>;
  #last = 0;
  #isStopped = false;

  constructor(api: PublicApi) {
    this.#running = this.#write(api);
  }

  /** Returns the time of the next acknowledged post, on the monotonic clock. */
  async nextAcknowledgement(): Promise<number> {
    const before = this.#slugs.length;
    await until(async () => this.#slugs.length > before, longestWait);
    return this.#last;
  }

  /** Returns the slugs of the acknowledged posts. */
  async stop(): Promise<string[]> {
    this.#isStopped = true;
    await this.#running;
    return this.#slugs;
  }

  async #write(api: PublicApi): Promise<void> {
    for (let number = 0; !this.#isStopped; number++) {
      const slug = `post-${number}`;
      try {
        await api.posts.create("acme", { name: slug, slug, html: "<p>Text</p>" });
        this.#slugs.push(slug);
        this.#last = performance.now();
      } catch {
        // The write may have happened, but it was not acknowledged.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  }
}

async function sendRequests(args: string[]): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, [worker, ...args]);
  return JSON.parse(stdout) as Record<string, number>;
}

function add(all: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [status, count] of all.flatMap((statuses) => Object.entries(statuses))) {
    total[status] = (total[status] ?? 0) + count;
  }
  return total;
}

async function countedOn(server: PostgresServer): Promise<number> {
  const [row] = await server.query(
    `select coalesce(sum(sum), 0)::int as counted from ${schema}.record where partition like 'key!%' and key like 'requests!%'`,
  );
  return Number(row?.["counted"]);
}

async function missingOn(server: PostgresServer, slugs: readonly string[]): Promise<number> {
  const [row] = await server.query(
    `select count(*)::int as missing from unnest($1::text[]) as slug where slug not in (select slug from ${schema}.posts)`,
    [slugs],
  );
  return Number(row?.["missing"]);
}
