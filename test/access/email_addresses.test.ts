import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AlreadyExistsError, type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { createTwin } from "./create_twin.ts";
import { interceptedDriver, interruptedDriver } from "./interrupted_driver.ts";
import { nameOfError } from "./name_of_error.ts";
import { storages } from "./storages.ts";
import { trials } from "../full_run.ts";
import { allOf } from "../async_items.ts";

const email = "ada@acme.example";
const numRuns = Number(process.env["POSTERN_MODEL_RUNS"] ?? trials(300));

/** Returns the ids of all users with the address, from the directory and from the lookup by address. */
async function idsOf(api: PublicApi): Promise<{ listed: string[]; found: string[] }> {
  const listed = (await allOf(api.users.iterate())).flatMap(({ id, email: own }) =>
    own?.toLowerCase() === email ? id : [],
  );
  return { listed, found: (await api.users.findByEmail(email)).map(({ id }) => id) };
}

describe.each(storages)("an email address, on %s", (_name, openStorage) => {
  it("belongs to one user: a second creation names the address and the user", async () => {
    const { storage, close } = await openStorage(new ManualClock());
    const api = createPublicApi({ storage });
    const { id } = await api.users.create({ name: "Ada", email });
    const again = api.users.create({ name: "Ada", email: "ADA@acme.example" });
    await expect(again).rejects.toThrow(AlreadyExistsError);
    await expect(again).rejects.toThrow(
      `Cannot create the user: "ADA@acme.example" is the email address of the user ${id}. Use that user, or another address`,
    );
    expect(await idsOf(api)).toEqual({ listed: [id], found: [id] });
    await close();
  });

  it("belongs to one of many users that two processes create concurrently", async () => {
    const { storage, close } = await openStorage(new ManualClock());
    const apis = [createPublicApi({ storage }), createPublicApi({ storage })];
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => apis[index % 2]?.users.create({ name: "Ada", email })),
    );
    const created = results.flatMap((one) => (one.status === "fulfilled" ? (one.value?.id ?? []) : []));
    expect(created).toHaveLength(1);
    const refusals = results.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
    expect(new Set(refusals.map(({ name }) => name))).toEqual(new Set(["AlreadyExistsError"]));
    expect(await idsOf(createPublicApi({ storage }))).toEqual({ listed: created, found: created });
    await close();
  });
});

describe("an email address", () => {
  it.each([
    ["o'neil@acme.example"],
    ["te~st@acme.example"],
    ["a&b@acme.example"],
    ["!#$%&'*+/=?^_`{|}~-@acme.example"],
    ["ada..l.@docomo.example"],
    ["ada@xn--bcher-kva.example"],
    ["ada@acme.xn--p1ai"],
    ["ada@123.example"],
    ["ada@intranet"],
    ["Ada@Acme.example"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
    ["ada@bu\u0308cher.example", "ada@xn--bcher-kva.example"],
    ["ada@faß.example", "ada@xn--fa-hia.example"],
    ["ada@例え。テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
    ["ada@１.example", "ada@1.example"],
  ])("%s is valid, and stored as %s", async (text, stored = text) => {
    const api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const invited = await api.invitations.create("acme", { email: ` ${text} `, role: "viewer" });
    expect(invited.email).toBe(stored);
    expect(await api.invitations.findByEmail(text)).toMatchObject({ email: stored });
    const user = await api.users.create({ name: "Ada", email: text });
    expect(user.email).toBe(stored);
    for (const form of [text, stored, stored.toUpperCase()]) {
      expect(await api.users.findByEmail(form)).toEqual([user]);
      await expect(api.users.create({ name: "Eve", email: form })).rejects.toThrow(AlreadyExistsError);
    }
    expect(await api.invitations.allOfUser(user.id)).toHaveLength(1);
  });

  it.each([
    "ada",
    "@acme.example",
    "ada@",
    "ada@@acme.example",
    "a b@acme.example",
    '"a b"@acme.example',
    "ada@[192.0.2.1]",
    "jörg@acme.example",
    "ada＠acme.example",
    "ada@-acme.example",
    "ada@acme-.example",
    "ada@acme..example",
    "ada@.example",
    "ada@acme.example.",
    "ada@bücher.example/path",
    "ada@bücher.example:80",
    "ada@bücher@acme.example",
    "ada@a_b.example",
    "ada@bü/cher.example",
    `ada@${"a".repeat(64)}.example`,
    `${"a".repeat(250)}@a.example`,
    `ada@${"ü".repeat(60)}.example`,
    `ada@${"ü.".repeat(60)}example`,
  ])("cannot be %j", async (text) => {
    const api = createPublicApi({ storage: memoryDriver() });
    await expect(api.users.create({ name: "Ada", email: text })).rejects.toMatchObject({
      fields: [{ pointer: "/email", message: expect.stringMatching(/^must be (?:an email|at most)/) }],
    });
  });

  it("stays with several users of an older store, and no other user can take it", async () => {
    const storage = memoryDriver();
    const api = createPublicApi({ storage });
    const one = await createTwin(storage, { name: "Ada", email });
    const other = await createTwin(storage, { name: "Ada L.", email: "Ada@Acme.example" });
    expect((await idsOf(api)).found.toSorted()).toEqual([one.id, other.id].toSorted());
    await expect(api.users.create({ name: "Ada", email })).rejects.toThrow(AlreadyExistsError);
  });

  it("is free after an import gives its user a different address", async () => {
    const storage = memoryDriver();
    const api = createPublicApi({ storage });
    const user = await api.users.create({ name: "Ada", email });
    await createTwin(storage, { ...user, email: "lovelace@acme.example" });
    const { id } = await api.users.create({ name: "Bea", email });
    expect((await idsOf(api)).found).toEqual([id]);
    expect(await api.users.findByEmail("lovelace@acme.example")).toMatchObject([{ id: user.id }]);
  });

  it.each([false, true])(
    "is free or has its user after a creation was killed at any point (its last commit succeeded: %s)",
    async (isLastDone) => {
      let interruptions = 0;
      for (let calls = 0; ; calls++) {
        const storage = memoryDriver();
        const { driver, hasFailed } = interruptedDriver(storage, { calls, isLastDone });
        const created = await createPublicApi({ storage: driver })
          .users.create({ name: "Ada", email })
          .catch(() => null);
        if (!hasFailed()) break;
        interruptions++;
        expect(created).toBeNull();
        const api = createPublicApi({ storage });
        const again = await nameOfError(api.users.create({ name: "Ada", email }));
        expect([undefined, "AlreadyExistsError"]).toContain(again);
        const { listed, found } = await idsOf(api);
        expect(found).toHaveLength(1);
        expect(listed).toEqual(found);
      }
      expect(interruptions).toBeGreaterThan(3);
    },
  );
});

/** A process that creates a user or changes the existing user. It may be killed after some calls of the store. */
interface Process {
  does: "create" | "delete" | "disable";
  killedAfter: number | null;
}

const processes: fc.Arbitrary<Process[]> = fc.array(
  fc.record({
    does: fc.constantFrom("create" as const, "create" as const, "delete" as const, "disable" as const),
    killedAfter: fc.option(fc.nat({ max: 14 }), { freq: 2 }),
  }),
  { minLength: 2, maxLength: 4 },
);

/** Creates a driver whose calls wait for the scheduler, and never settle after the process is killed. */
function scheduled(driver: AtomicDriver, scheduler: fc.Scheduler, { killedAfter }: Process): AtomicDriver {
  let calls = 0;
  return interceptedDriver(driver, async (run) => {
    if (killedAfter !== null && ++calls > killedAfter) return new Promise(() => undefined);
    await scheduler.schedule(Promise.resolve());
    return run();
  });
}

describe("any interleaving of creations and deletions, with some killed", () => {
  it("leaves at most one user with an address, and the address to the next creation", async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      processes,
      fc.boolean(),
      async (scheduler, all, isTaken) => {
        const storage = memoryDriver();
        const api = createPublicApi({ storage });
        const before = isTaken ? await api.users.create({ name: "Ada", email }) : null;
        const created: string[] = before === null ? [] : [before.id];
        const errors: Error[] = [];
        for (const process of all) {
          const { users } = createPublicApi({ storage: scheduled(storage, scheduler, process) });
          const act = {
            create: async () => created.push((await users.create({ name: "Ada", email })).id),
            delete: async () => users.delete(before?.id ?? "nobody"),
            disable: async () => users.setStatus(before?.id ?? "nobody", "disabled"),
          }[process.does];
          void act().catch((error: Error) => errors.push(error));
        }
        await scheduler.waitIdle();
        const { listed, found } = await idsOf(api);
        expect(listed.length).toBeLessThanOrEqual(1);
        expect(found).toEqual(listed);
        const names = /^(?:AlreadyExists|Contention|NotFound)Error$/;
        expect(errors.filter(({ name }) => !names.test(name))).toEqual([]);
        const isQuiet = all.every(({ does, killedAfter }) => does === "create" && killedAfter === null);
        expect(isQuiet ? created : listed).toEqual(listed);
        const last = await nameOfError(api.users.create({ name: "Ada", email }));
        expect(last).toBe(listed.length === 0 ? undefined : "AlreadyExistsError");
        expect((await idsOf(api)).listed).toHaveLength(1);
      },
    );
    await expect(fc.assert(property, { numRuns })).resolves.toBeUndefined();
  });
});
