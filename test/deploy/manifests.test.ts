import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { startPostern } from "../adapters/start_process.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { startPostgres } from "../storage-drivers/_postgres_server.ts";
import {
  composeFaults,
  dockerfileFaults,
  type Manifest,
  manifestFaults,
  validatorsAreMissing,
} from "./validators.ts";

interface Service {
  image?: string;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
}

interface Compose {
  services: Record<string, Service>;
  secrets?: Record<string, object>;
}

interface Deployment {
  spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
}

const textOf = (name: string): string => readFileSync(join("deploy", name), "utf8");
const composeOf = (name: string): Compose => parse(textOf(name), { merge: true }) as Compose;
const composeFiles = ["compose.yaml", "compose.cluster.yaml"];
const manifests = parseAllDocuments(textOf("kubernetes/postern.yaml")).map((one) => one.toJS() as Manifest);

describe.skipIf(validatorsAreMissing())("the files of deploy/", () => {
  it.each(composeFiles)("%s follows the Compose Specification", (name) => {
    expect(composeFaults(composeOf(name))).toEqual([]);
  });

  it("have a valid Dockerfile", () => {
    expect(dockerfileFaults(textOf("Dockerfile"))).toEqual([]);
  });

  it("have valid objects of Kubernetes", () => {
    expect(manifests.map(({ kind }) => kind)).toEqual([
      "Deployment",
      "Service",
      "Service",
      "PodDisruptionBudget",
    ]);
    expect(manifests.flatMap(manifestFaults)).toEqual([]);
  });

  it("would be refused with a misspelled or wrong field", () => {
    const compose = composeOf("compose.yaml");
    expect(
      composeFaults({ services: { postern: { ...compose.services["postern"], memlimit: 1 } } }),
    ).not.toEqual([]);
    expect(dockerfileFaults("FROM node\nHEALTHCHECK --intervall=3s CMD true\n")).not.toEqual([]);
    const [, service = { apiVersion: "v1", kind: "Service" }] = manifests;
    expect(manifestFaults({ ...service, spec: { port: [] } } as Manifest)).toEqual(["/spec/port is unknown"]);
    expect(manifestFaults({ ...service, spec: { ports: [{ port: "80" }] } } as Manifest)).not.toEqual([]);
  });
});

it.each(composeFiles)("%s mounts files that exist, and secrets that it has", (name) => {
  const { services, secrets = {} } = composeOf(name);
  for (const { volumes = [], secrets: own = [] } of Object.values(services)) {
    const files = volumes.flatMap((volume) => /^\.\/([^:]+):/.exec(volume)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(join("deploy", file)))).toEqual([]);
    expect(own.filter((secret) => !Object.hasOwn(secrets, secret))).toEqual([]);
  }
});

const deployment = manifests.find(({ kind }) => kind === "Deployment") as Manifest & Deployment;
const [container] = deployment.spec.template.spec.containers;
const settings: readonly [string, Record<string, string>][] = [
  ...composeFiles.flatMap((file) =>
    Object.entries(composeOf(file).services)
      .filter(([, { image }]) => image === "postern")
      .map(
        ([name, { environment = {} }]) => [`${name} of ${file}`, environment] as [string, typeof environment],
      ),
  ),
  ["Kubernetes", Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))],
];

describe.skipIf(postgresIsMissing())("a server with the settings", () => {
  it.each(settings)("of %s serves", async (_name, given) => {
    const folder = scratchDirectory();
    const env: Record<string, string> = { ...given, POSTERN_PORT: "0", POSTERN_ADMIN_PORT: "0" };
    if (env["POSTERN_METRICS"] !== undefined) env["POSTERN_METRICS"] = "0.0.0.0:0";
    if (env["POSTERN_STORAGE_FILE"] === undefined) env["POSTERN_STORAGE"] = `lmdb:${join(folder, "store")}`;
    else {
      const server = await startPostgres();
      releaseAfterUse(() => server.stop());
      env["POSTERN_STORAGE_FILE"] = join(folder, "storage");
      env["POSTERN_SECRET_FILE"] = join(folder, "secret");
      writeFileSync(join(folder, "storage"), `${server.url()}\n`);
      writeFileSync(join(folder, "secret"), `${"0123456789abcdef".repeat(4)}\n`);
    }
    const process = startPostern("serve", { cwd: folder, env });
    await process.waitFor(/Postern serves/);
    await process.waitFor(/Administration is at/);
    expect(process.output()).not.toMatch(/unknown|"level":(?:40|50)/);
    expect(await process.stop()).toBe(0);
  });
});
