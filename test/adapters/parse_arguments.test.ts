import { describe, expect, it } from "vitest";
import type { ArgumentDefinitions } from "../../adapters/cli/frame/arguments/argument_definition.ts";
import { parseArguments } from "../../adapters/cli/frame/arguments/parse_arguments.ts";

const definitions: ArgumentDefinitions = {
  slug: { type: "positional" },
  title: { type: "positional", required: false },
  name: { type: "string" },
  role: { type: "enum", options: ["viewer", "editor"], default: "viewer" },
  json: { type: "boolean", default: false },
};

describe("the parser of arguments", () => {
  it.each([
    [["--name", "-x"], { name: "-x" }],
    [["--name", "--no-hurry"], { name: "--no-hurry" }],
    [["--name=A=B"], { name: "A=B" }],
    [["--name="], { name: "" }],
    [["--name", "A", "--name", "B"], { name: "B" }],
    [["--json"], { json: true }],
    [["--json", "--json=false"], { json: false }],
    [["--role", "editor", "--", "--name"], { role: "editor", title: "--name" }],
    [["-"], { title: "-" }],
  ])("reads %j, and fills in the defaults", (rawArgs, values) => {
    const { values: parsed } = parseArguments(["acme", ...rawArgs], definitions);
    const { _: positionals, ...named } = parsed;
    const defaults = { slug: "acme", title: undefined, name: undefined, role: "viewer", json: false };
    expect(named).toEqual({ ...defaults, ...values });
    expect(positionals).toEqual(["acme", ...("title" in values ? [values.title] : [])]);
  });

  it("returns all arguments of a command with a repeated last argument", () => {
    const { values } = parseArguments(["a", "b", "--json", "c"], definitions, { isRepeated: true });
    expect(values).toMatchObject({ slug: "a", title: "b", _: ["a", "b", "c"] });
  });
});
