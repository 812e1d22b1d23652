import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { postgresDriver, type PostgresDriverOptions } from "../../storage-drivers/postgres.ts";
import { programIsMissing } from "../program_is_missing.ts";
import { scratchDirectory, startForSuite } from "../servers/release_after_use.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { startPostgres } from "./_postgres_server.ts";

const isMissing = postgresIsMissing() || programIsMissing({ command: "openssl", install: "openssl" });

describe.skipIf(isMissing)("TLS to PostgreSQL", () => {
  const path = scratchDirectory();
  const own = join(path, "own.pem");
  const other = join(path, "other.pem");
  const server = startForSuite(startPostgres);

  const openssl = (line: string): void => {
    execFileSync("openssl", line.split(" "), { cwd: path, stdio: ["ignore", "ignore", "pipe"] });
  };
  const newKey = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
  const createAuthority = (name: string): void =>
    openssl(`req -x509 ${newKey} -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`);
  /** Creates a certificate of an authority for host names and addresses. */
  const createCertificate = (authority: string, names: string): void => {
    writeFileSync(join(path, "names"), `subjectAltName=${names}\n`);
    openssl(`req ${newKey} -subj /CN=database -keyout server.key -out server.csr`);
    const signer = `-CA ${authority}.pem -CAkey ${authority}.key -CAcreateserial`;
    openssl(`x509 -req -in server.csr -days 2 -extfile names ${signer} -out server.pem`);
  };
  /** Gives the server the last created certificate. */
  const install = async (): Promise<void> => {
    for (const [from, to] of [
      ["server.pem", "server.crt"],
      ["server.key", "server.key"],
    ] as const) {
      // The server has created the file, so that it keeps its owner.
      const target = join(server().directory, "data", to);
      await server().query(`copy (select 1) to '${target}'`);
      copyFileSync(join(path, from), target);
      chmodSync(target, 0o600);
    }
  };

  beforeAll(() => {
    createAuthority("own");
    createAuthority("other");
    createCertificate("own", "DNS:localhost");
  });
  afterEach(() => vi.unstubAllEnvs());

  /** Connects, and returns true if the connection is encrypted. */
  async function isEncrypted({
    host = "localhost",
    ...options
  }: PostgresDriverOptions & { host?: string }): Promise<unknown> {
    const application = schemaName();
    vi.stubEnv("PGAPPNAME", application);
    const url = server().url().replace("127.0.0.1", host);
    const driver = closedAfterUse(postgresDriver({ url, commandTimeoutMs: 10_000, ...options }));
    await driver.atomic.list("p", { limit: 1 });
    const [row] = await server().query(
      "select bool_and(ssl) as ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = $1 and pid <> pg_backend_pid()",
      [application],
    );
    return row?.["ssl"];
  }
  const verified = (authority: string, host = "localhost") => {
    const clientOptions = {};
    const url = `${server().url().replace("127.0.0.1", host)}&sslmode=verify-full&sslrootcert=${authority}`;
    return isEncrypted({ url, clientOptions });
  };

  it("is refused by a server without TLS, except with sslmode=disable", async () => {
    for (const sslmode of ["verify-full", "require"] as const)
      await expect(isEncrypted({ sslmode })).rejects.toThrow("The server does not support SSL connections");
    expect(await isEncrypted({ sslmode: "disable" })).toBe(false);
    // The machine itself.
    expect(await isEncrypted({})).toBe(false);
  });

  it("verifies the authority and the host name with verify-full", async () => {
    await install();
    await server().query("alter system set ssl = on");
    await server().query("select pg_reload_conf()");
    await vi.waitFor(async () => expect(await server().query("show ssl")).toEqual([{ ssl: "on" }]), 60_000);

    expect(await verified(own)).toBe(true);
    await expect(verified(other)).rejects.toThrow(/certificate/);
    // The authority of the server is not among those of the system.
    await expect(isEncrypted({ sslmode: "verify-full" })).rejects.toThrow(/certificate/);
    // The certificate is for localhost, not for the address.
    await expect(verified(own, "127.0.0.1")).rejects.toThrow(/does not match certificate/);
    createCertificate("own", "IP:127.0.0.1");
    await install();
    await server().query("select pg_reload_conf()");
    await vi.waitFor(async () => expect(await verified(own, "127.0.0.1")).toBe(true), 60_000);
    await expect(verified(own)).rejects.toThrow(/does not match certificate/);
  });

  it("is encrypted without verification with require, and warns", async () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    expect(await isEncrypted({ sslmode: "require" })).toBe(true);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("the server is not verified"), {
      code: "POSTERN_POSTGRES_UNVERIFIED",
    });
    warn.mockRestore();
    expect(await isEncrypted({ sslmode: "disable" })).toBe(false);
  });

  it("verifies the server if PGSSLMODE asks for TLS, and takes certificates from clientOptions", async () => {
    vi.stubEnv("PGSSLMODE", "prefer");
    await expect(isEncrypted({ host: "127.0.0.1" })).rejects.toThrow(/certificate/);
    vi.stubEnv("PGSSLMODE", "no-verify");
    vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    expect(await isEncrypted({ host: "127.0.0.1" })).toBe(true);
    vi.stubEnv("PGSSLMODE", "disable");
    expect(await isEncrypted({ host: "127.0.0.1" })).toBe(false);
    const ssl = { ca: readFileSync(own, "utf8") };
    expect(await isEncrypted({ host: "127.0.0.1", clientOptions: { ssl } })).toBe(true);
  });
});
