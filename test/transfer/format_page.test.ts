import { readFileSync } from "node:fs";
import { toJsonSchema } from "@valibot/to-json-schema";
import { describe, expect, it } from "vitest";
import { transferRecord } from "../../lib/moving/transfer/transfer_schema.ts";

interface ObjectSchema {
  properties?: Record<string, ObjectSchema & { const?: string; items?: ObjectSchema }>;
  required?: string[];
}

/** Returns the names of fields in the page's form. Optional fields have a question mark. */
function fieldsOf({ properties = {}, required = [] }: ObjectSchema): string[] {
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
}

/** Returns the rows of a table whose first two columns are names in backquotes. */
function rowsOf(text: string): Record<string, string[]> {
  const rows = [...text.matchAll(/^\| `([\w-]+)` +\| ([^|]+)\|/gm)];
  return Object.fromEntries(
    rows.map(([, name = "", fields = ""]) => [
      name,
      [...fields.matchAll(/`([^`]+)`/g)].map(([, field = ""]) => field),
    ]),
  );
}

describe("the page of the format", () => {
  const page = readFileSync("docs/moving.md", "utf8").split("## The format")[1] ?? "";
  const [records = "", objects = ""] = page.split("| Object");
  const schema = toJsonSchema(transferRecord, { errorMode: "ignore" }) as {
    anyOf?: unknown;
    oneOf?: unknown;
  };
  const options = (schema.anyOf ?? schema.oneOf) as ObjectSchema[];

  it("lists each type of record with all its fields", () => {
    const expected = options.map((option) => [
      option.properties?.["type"]?.const ?? "",
      fieldsOf(option).filter((name) => name !== "type"),
    ]);
    expect(rowsOf(records)).toEqual(Object.fromEntries(expected));
  });

  it("lists each object with all its fields", () => {
    const expected: Record<string, string[]> = {};
    for (const { properties = {} } of options) {
      for (const [name, property] of Object.entries(properties)) {
        const described = property.items?.properties === undefined ? property : property.items;
        if (described.properties !== undefined) expected[name] = fieldsOf(described);
      }
    }
    expect(rowsOf(objects)).toEqual(expected);
  });
});
