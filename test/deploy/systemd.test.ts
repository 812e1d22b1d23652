import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { serveCommand } from "../../adapters/cli/commands/serve.ts";
import { programIsMissing } from "../program_is_missing.ts";

const unit = "deploy/postern.service";

it.skipIf(programIsMissing({ command: "systemd-analyze", install: "systemd" }))(
  "the unit of systemd has an exposure below 2",
  () => {
    const report = execFileSync("systemd-analyze", ["security", "--offline=true", unit], {
      encoding: "utf8",
    });
    const [, exposure] = /Overall exposure level for postern\.service: ([\d.]+)/.exec(report) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  },
);

it("the unit of systemd has flags of postern serve", () => {
  const [, line = ""] = /^ExecStart=.* serve (.*)$/m.exec(readFileSync(unit, "utf8")) ?? [];
  const flags = [...line.matchAll(/--([\w-]+)/g)].map(([, name = ""]) => name);
  expect(flags.length).toBeGreaterThan(4);
  expect(flags.filter((name) => !Object.hasOwn(serveCommand.args ?? {}, name))).toEqual([]);
});
