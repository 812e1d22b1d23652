import { describe, expect, it } from "vitest";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { ifSqlite } from "../sqlite_is_missing.ts";

it.each(["memory", "fs", "lmdb", ...ifSqlite("sqlite")])("opens %s", async (name) => {
  const path = name === "memory" ? "" : `${scratchDirectory()}/store`;
  const driver = closedAfterUse(await openStorageDriver(`${name}:${path}`));
  expect(driver.name).toBe(name);
});

describe.each(["fs", "lmdb", ...ifSqlite("sqlite")])("the durability of %s", (name) => {
  it.each([
    ["", "power-loss"],
    ["?durability=power-loss", "power-loss"],
    ["?durability=process-crash", "process-crash"],
  ])("with %j at the end is %s", async (end, durability) => {
    const driver = closedAfterUse(await openStorageDriver(`${name}:${scratchDirectory()}/store${end}`));
    expect(driver.atomic.durability).toBe(durability);
  });

  it.each(["none", "", "power-loss?durability=none"])("is not %j", async (durability) => {
    const opened = openStorageDriver(`${name}:${scratchDirectory()}/store?durability=${durability}`);
    await expect(opened).rejects.toThrow("durability must be one of process-crash, power-loss, and is");
  });
});

it.each([
  "redis://127.0.0.1:1",
  "rediss://user:p%40ss@[::1]:1/3?keyPrefix=a:&durability=power-loss",
  "redis+cluster://127.0.0.1:1,127.0.0.1:2",
  "redis+sentinel://127.0.0.1:1/primary/2",
])("opens %s without waiting for the server", async (setting) => {
  const driver = closedAfterUse(await openStorageDriver(setting));
  expect(driver.name).toBe("redis");
  expect(driver.atomic.durability).toBe(setting.includes("power-loss") ? "power-loss" : "none");
});

it.each([
  "",
  "memory",
  "memory:x",
  "fs:",
  "lmdb:",
  "sqlite:",
  "lmdb:?durability=process-crash",
  "mysql://x",
  "constructor:x",
  "/data",
])("names the forms when the setting is %j", async (setting) => {
  await expect(openStorageDriver(setting)).rejects.toThrow(
    /^Cannot open the storage: the setting must have one of the forms memory:, .*postgres:/,
  );
});

it.each([
  "postgres://127.0.0.1:1/postern",
  "postgresql://user:p%40ss@[::1]:1/postern?schema=site&sslmode=disable&pool=4&migrate=false",
  "postgres://user@/postern?host=%2Fvar%2Frun%2Fpostgresql",
  "postgres://",
  "postgres://user:pass@a:1/postern?sslmode=disable&readReplica=postgres://b:1&maxReplicaLagMs=5000",
  "postgres://a:1/postern?readReplica=postgres%3A%2F%2Fother%3Apass%40b%2F%3Fsslmode%3Drequire",
])("opens PostgreSQL at %s without waiting for it", async (url) => {
  const driver = closedAfterUse(await openStorageDriver(url));
  expect(driver.name).toBe("postgres");
  expect(driver.atomic.scope).toBe("cluster");
});

it.each([
  ["postgres://a:secret@b@c/d", "its form is unknown"],
  ["postgres://a,b/d", "it names several hosts"],
  ["postgres://a:99999/d", "the port must be from 1 to 65535"],
  [
    "postgres://a/d?password=secret",
    "the parameter password is unknown: allowed are host, maxReplicaLagMs, migrate",
  ],
  ["postgres://a:%secret@a/d", "a % must be followed by two hex digits"],
  ["postgres://a/d?pool=3&pool=4", "the parameter pool is given twice"],
  ["postgres://a/d?schema=%zz", "a % must be followed by two hex digits"],
  ["postgres://a/d?migrate=no", "migrate must be true or false"],
  ["postgres://a/d?readReplica=b", "its form is unknown"],
  ["postgres://a/d?readReplica=postgres://:secret@", "readReplica must name a host"],
  ["postgres://a/d?readReplica=postgres://b/%3Fpool=9", "readReplica must not have pool"],
])("names the problem of %s, and does not show the password", async (url, reason) => {
  const opened = openStorageDriver(url);
  await expect(opened).rejects.toThrow(`Cannot read the PostgreSQL URL: ${reason}`);
  const error = (await opened.catch((cause: unknown) => cause)) as Error;
  expect(error.message).not.toContain("secret");
});

it.each([
  ["postgres://a/d?sslmode=prefer", "sslmode must be one of disable, require, verify-full"],
  ["postgres://a/d?pool=1", "pool must be a whole number from 2 to 100"],
  ...["1e1", "0x5", "+5", "5.0", "%205", ""].map((pool) => [
    `postgres://a/d?pool=${pool}`,
    "pool must be a whole number from 2 to 100",
  ]),
  ["postgres://a/d?maxReplicaLagMs=1", "maxReplicaLagMs must be a whole number from 250 to 3600000"],
  ["postgres://a/d?schema=Site", "schema must be a name of up to 63 lowercase letters"],
])("refuses %s", async (url, message) => {
  await expect(openStorageDriver(url)).rejects.toThrow(message);
});

it.each([
  ["redis://:secret@", "its form is unknown"],
  ["redis://a,b", "several hosts need +cluster or +sentinel"],
  ["redis+sentinel://a", "the name of the master is missing"],
  ["redis+cluster://a/1", "a cluster has only the database 0"],
  ...["x", "1e0", "0x1", "+1", "-0", "01", "1.0", "%31", "1/2", "99999999999"].map((database) => [
    `redis://a/${database}`,
    "the database must be a whole number from 0, in digits",
  ]),
  ["redis+sentinel://a/primary/1e0", "the database must be a whole number from 0"],
  ["redis://user:%secret@a", "a % must be followed by two hex digits of UTF-8. Write % itself as %25"],
  ["redis://us%er:secret@a", "a % must be followed by two hex digits"],
  ["redis://:secret%ff@a", "a % must be followed by two hex digits of UTF-8"],
  ["redis+sentinel://a/prim%ary", "a % must be followed by two hex digits"],
  ["redis://a?keyPrefix=%zz", "a % must be followed by two hex digits"],
  ["redis://a:1e3", "a host must be HOST or HOST:PORT"],
  ["redis://a?keyPrefix=b&keyPrefix=c", "the parameter keyPrefix is given twice"],
  ["redis://a:99999", "a host must be HOST or HOST:PORT"],
  ["redis://a?ttl=1", "the parameter ttl is unknown: allowed are keyPrefix, durability"],
])("names the problem of %s, without its password", async (setting, reason) => {
  const opened = openStorageDriver(setting);
  await expect(opened).rejects.toThrow(`Cannot read the Redis URL: ${reason}`);
  await expect(opened).rejects.not.toThrow("secret");
});
