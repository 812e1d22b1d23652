import { deepEqual, ok, rejects } from "node:assert/strict";
import { createPublicApi, type GeneratedApiKey, type PublicApi } from "../../lib/mod.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { AccessModel, type ModelKey } from "./access_model.ts";
import type { Step } from "./model_steps.ts";

const limit = 4;
const organizationSlug = "acme";

/** Two processes with one storage, and the model that they must agree with. */
export class Trial {
  readonly model: AccessModel = new AccessModel({ users: 2, limit });
  readonly #world: World;
  readonly #apis: PublicApi[];
  readonly #users: string[];
  /** Number of admitted requests by family and day, to check the limit independently of the model. */
  readonly #served = new Map<string, number>();
  #families = 0;

  private constructor(world: World, users: string[]) {
    this.#world = world;
    this.#users = users;
    const { storage, clock } = world;
    this.#apis = [world.api, createPublicApi({ storage, clock, rateLimit: { perDay: limit } })];
  }

  static async open(openStorage: OpenStorage): Promise<Trial> {
    const world = await World.open(openStorage, { rateLimit: { perDay: limit } });
    const users: string[] = [];
    for (const name of ["Ada", "Bea"]) {
      const { id } = await world.api.users.create({ name });
      await world.api.users.addToOrganization(id, { organizationSlug, role: "viewer" });
      users.push(id);
    }
    return new Trial(world, users);
  }

  async run(steps: readonly Step[]): Promise<void> {
    try {
      for (const step of steps) await this.#take(step);
      // Finally every key is tried in every process: a stale cache entry must not admit a request.
      for (const key of this.model.keys) {
        for (const process of [0, 1]) await this.#request(key, 2, process);
      }
      ok(Math.max(0, ...this.#served.values()) <= limit, "more than the limit were let in");
    } finally {
      for (const api of this.#apis) await api.events.settle();
      await this.#world.close();
    }
  }

  async #take(step: Step): Promise<void> {
    if (step.do === "advance") this.#world.clock.advance(step.milliseconds);
    else if (step.do === "generate") await this.#generate(step);
    else if ("user" in step) await this.#changeUser(step);
    else await this.#useKey(step);
  }

  async #generate({ user, expiresIn }: Extract<Step, { do: "generate" }>): Promise<void> {
    const input = { organizationSlug, userId: this.#users[user] ?? "", name: "K" };
    const expiry = expiresIn === undefined ? {} : { expiresIn };
    const generate = async (): Promise<GeneratedApiKey | undefined> =>
      this.#apis[0]?.apiKeys.generate({ ...input, ...expiry });
    if (!this.model.isActive(user)) {
      await rejects(generate, /not an active member/);
      return;
    }
    this.#remember(await generate(), { user, family: this.#families++ });
  }

  async #changeUser({ do: change, user }: Extract<Step, { user: number }>): Promise<void> {
    const { users } = this.#world.api;
    const id = this.#users[user] ?? "";
    if (change === "leave") await users.removeFromOrganization({ userId: id, organizationSlug });
    if (change === "join") await users.addToOrganization(id, { organizationSlug, role: "viewer" });
    if (change === "disable" || change === "enable") {
      await users.setStatus(id, change === "disable" ? "disabled" : "active");
      this.model.isDisabled[user] = change === "disable";
    } else this.model.isMember[user] = change === "join";
  }

  async #useKey(step: Extract<Step, { key: number }>): Promise<void> {
    const key = this.model.keys[step.key % this.model.keys.length];
    if (key === undefined) return;
    if (step.do === "request") await this.#request(key, step.times, step.process);
    if (step.do === "revoke") await this.#revoke(key);
    if (step.do === "roll") await this.#roll(key, step.overlap);
    if (step.do === "race" && this.model.isActive(key.user)) await this.#race(key, step.times, step.end);
  }

  async #revoke(key: ModelKey): Promise<void> {
    await this.#apis[0]?.apiKeys.revoke({ organizationSlug, keyId: key.id });
    key.isRevoked = true;
  }

  async #roll(key: ModelKey, overlap: string): Promise<void> {
    const now = this.#world.clock.now();
    const roll = async (): Promise<GeneratedApiKey | undefined> =>
      this.#apis[1]?.apiKeys.roll({ organizationSlug, keyId: key.id }, { overlap });
    if (key.isRolled || this.model.isDead(key, now)) {
      await rejects(roll, /Cannot roll the key/);
      return;
    }
    this.#remember(await roll(), key);
    const milliseconds: Record<string, number> = { "1m": 60_000, "1h": 3_600_000, "24h": 86_400_000 };
    key.expiresAt = Math.min(key.expiresAt, now + (milliseconds[overlap] ?? 0));
    key.isRolled = true;
  }

  #remember(generated: GeneratedApiKey | undefined, of: { user: number; family: number }): void {
    if (generated === undefined) return;
    const { id, key, expiresAt } = generated;
    const expiry = expiresAt === undefined ? Infinity : Date.parse(expiresAt);
    const { user, family } = of;
    this.model.keys.push({ id, key, user, family, expiresAt: expiry, isRevoked: false, isRolled: false });
  }

  async #request(key: ModelKey, times: number, process: number): Promise<void> {
    const expected = this.model.request(key, this.#world.clock.now(), times);
    const statuses = await this.#send(key, times, process);
    const found: Record<number, number> = { 200: 0, 401: 0, 429: 0 };
    for (const status of statuses) found[status] = (found[status] ?? 0) + 1;
    deepEqual(found, { 200: 0, 401: 0, 429: 0, ...expected });
  }

  /** Sends requests while the key ends. Each may be admitted or refused. The admitted requests reduce the number left for the day. */
  async #race(key: ModelKey, times: number, end: "revoke" | "roll"): Promise<void> {
    const now = this.#world.clock.now();
    const wasDead = this.model.isDead(key, now);
    const left = this.model.left(key, now);
    const requests = [this.#send(key, times, 0), this.#send(key, times, 1)];
    await (end === "revoke" ? this.#revoke(key) : this.#roll(key, "0"));
    const statuses = (await Promise.all(requests)).flat();
    const served = statuses.filter((status) => status === 200).length;
    ok(served <= (wasDead ? 0 : left), `${served} were let in`);
    deepEqual(
      statuses.filter((status) => ![200, 401, 429].includes(status)),
      [],
    );
    this.model.count(key, now, served);
  }

  async #send({ key, family }: ModelKey, times: number, process: number): Promise<number[]> {
    const day = new Date(this.#world.clock.now()).toISOString().slice(0, 10);
    const counter = `${family} ${day}`;
    const send = async (): Promise<number> => {
      const request = new Request("http://localhost/api/public/v1/post/acme", {
        headers: { "x-api-key": key },
      });
      const status = (await this.#apis[process]?.fetch(request))?.status ?? 0;
      if (status === 200) this.#served.set(counter, (this.#served.get(counter) ?? 0) + 1);
      return status;
    };
    return Promise.all(Array.from({ length: times }, send));
  }
}
