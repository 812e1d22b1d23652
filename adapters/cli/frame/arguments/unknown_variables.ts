import { nearestWord } from "../../../../lib/base/text/nearest_word.ts";
import { workerNumber } from "../../../standalone/workers/worker_messages.ts";
import { settingVariables } from "./settings.ts";

/** Variables of front ends in the docs and examples, and of the test suite. */
const otherPrograms =
  /^POSTERN_(?:API_KEY|ORGANIZATION|URL|WEBHOOK_SECRET|CORPUS|XSD|TEST_\w+|SCREENSHOTS|RENEW_SAMPLE|MODEL_RUNS|FUZZ_RUNS|OPENAPI_TOOLS|TEMPLATES|LIGHTHOUSE|STORM_\w+)$/;

/** Variables that Kubernetes and Docker set for services and containers named `postern`, or with a name that begins with it. */
const serviceVariables =
  /_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?|ENV_\w+)$/;
const portVariable = /_PORT$/;
/** Docker's `<CONTAINER>_NAME` has a path: `/web/postern`. */
const nameVariable = /_NAME$/;

/** The value that Kubernetes and Docker give to `<SERVICE>_PORT`. */
const serviceAddress = /^(?:tcp|udp|sctp):\/\//;

/** True for the address of a service, which Kubernetes and Docker set in the variables that end with `_PORT`. */
export function isServiceAddress(text: string): boolean {
  return serviceAddress.test(text);
}

/** Returns a note for each variable `POSTERN_…` that no setting reads. The notes have no values, which may be secrets. */
export function noteUnknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = ["POSTERN_CONFIG", workerNumber, ...settingVariables()];
  return Object.entries(environment)
    .filter(([name, value = ""]) =>
      isUnknown(process.platform === "win32" ? name.toUpperCase() : name, value),
    )
    .map(([name]) => {
      const nearest = nearestWord(withoutPrefix(name), known.map(withoutPrefix));
      const question = nearest === undefined ? "" : `. Did you mean POSTERN_${nearest}?`;
      return `the variable ${name} is unknown, and has no effect${question}`;
    });

  function isUnknown(name: string, value: string): boolean {
    if (!/^postern[_-]/i.test(name) || known.includes(name)) return false;
    const isService =
      serviceVariables.test(name) ||
      (portVariable.test(name) && isServiceAddress(value.trim())) ||
      (nameVariable.test(name) && value.startsWith("/"));
    return !isService && !otherPrograms.test(name);
  }
}

function withoutPrefix(name: string): string {
  return name.slice("POSTERN_".length);
}
