import type { CommandDef } from "citty";
import { examine } from "../standalone/doctor/examine.ts";
import type { Finding } from "../standalone/doctor/finding.ts";
import { cliCommand } from "./cli_command.ts";
import { openStorage, storageForms } from "./open_storage.ts";

/** `postern doctor`: looks at everything that a server needs, and says how to mend what it finds. */
export const doctorCommand: CommandDef = cliCommand({
  meta: {
    name: "doctor",
    description: "Check Node, the clock and the store, and say how to mend what is wrong",
  },
  args: {
    storage: {
      type: "string",
      description: `Where the data is: ${storageForms}`,
      default: "lmdb:.postern/data",
    },
    json: { type: "boolean", description: "Write JSON, for programs" },
  },
  async run({ args }) {
    const findings = await examine(args.storage, openStorage);
    if (args.json === true) console.log(JSON.stringify(findings, null, 2));
    else for (const finding of findings) console.log(toText(finding));
    if (findings.some(({ status }) => status === "failed")) process.exitCode = 1;
  },
});

function toText({ check, status, detail, remedy }: Finding): string {
  const line = `${status.padEnd(7)}  ${check.padEnd(10)}  ${detail}`;
  return remedy === undefined ? line : `${line}\n${" ".repeat(21)}${remedy}`;
}
