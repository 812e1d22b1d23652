import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { programIsMissing } from "../program_is_missing.ts";
import { scratchDirectory } from "../servers/release_after_use.ts";
import { StandaloneWorld } from "../standalone/standalone_world.ts";

const rulesFile = "deploy/prometheus/alerts.yml";

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
}

const rules = (parse(readFileSync(rulesFile, "utf8")) as Rules).groups.flatMap((group) => group.rules);
const board = JSON.parse(readFileSync("deploy/grafana/postern.json", "utf8")) as Board;
const panels = board.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr] as const),
);
const variables = board.templating.list.flatMap(({ query }) =>
  typeof query === "string" ? [] : [["a variable", query.query] as const],
);
const expressions = [...rules.map(({ alert, expr }) => [alert, expr] as const), ...panels, ...variables];

describe("the metrics of alerts and boards", () => {
  let text = "";
  beforeAll(async () => {
    const world = await StandaloneWorld.open("--log", "none", "--metrics", "0");
    await world.send("/readyz");
    text = await (await fetch(await world.metricsUrl())).text();
  });

  it.each(expressions)("of %s are served: %s", (_name, expression) => {
    const named = expression.match(/\b(?:postern|nodejs|process)_\w+/g) ?? [];
    expect(
      named.filter(
        (name) => !new RegExp(`^${name}(?:\\{| )`, "m").test(text) && !text.includes(`# TYPE ${name} `),
      ),
    ).toEqual([]);
    expect(named.length > 0 || expression.startsWith("up{")).toBe(true);
  });
});

describe.skipIf(programIsMissing({ command: "promtool", install: "prometheus" }))("promtool", () => {
  const run = (...args: string[]): string =>
    execFileSync("promtool", args, { encoding: "utf8", stdio: "pipe" });

  it("accepts the configuration and the rules", () => {
    expect(run("check", "config", "deploy/prometheus/prometheus.yml")).toContain("SUCCESS");
    expect(run("check", "rules", rulesFile)).toContain(`${rules.length} rules found`);
  });

  it("accepts the queries of the board", () => {
    const file = join(scratchDirectory(), "board.yml");
    const records = panels.map(([, expr], index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"),
    }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: "board", rules: records }] }));
    const { status, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("fires the alerts for their faults, and not without them", () => {
    expect(run("test", "rules", "test/deploy/alerts_test.yml")).toContain("SUCCESS");
  });

  it("tests every alert", () => {
    const tested = readFileSync("test/deploy/alerts_test.yml", "utf8");
    expect(rules.filter(({ alert }) => !tested.includes(`alertname: ${alert}\n`))).toEqual([]);
  });
});
