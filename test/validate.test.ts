import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../lib/base/errors.ts";
import { validate, validated } from "../lib/base/input/validate.ts";

const names = v.pipe(v.array(v.string("must be a string")), v.maxLength(30, "must have at most 30 names"));
const schema = v.strictObject({
  name: v.exactOptional(
    v.pipe(v.string(), v.trim(), v.minLength(1, "is empty"), v.maxLength(5, "is too long")),
  ),
  names: v.exactOptional(names),
  more: v.exactOptional(v.nullable(v.strictObject({ names }))),
  either: v.exactOptional(v.union([v.boolean(), names], "must be true, false or names")),
  any: v.exactOptional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(3, "has a long name")), v.number("must be a number")),
      v.maxEntries(30, "has too many names"),
    ),
  ),
  kind: v.exactOptional(
    v.variant("type", [v.strictObject({ type: v.literal("list"), names })], "must be a kind"),
  ),
  quoted: v.exactOptional(
    v.pipe(
      v.string(),
      v.check(
        () => false,
        ({ input }) => `is "${input}"`,
      ),
    ),
  ),
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function faultsOf(input: unknown): InvalidInputError {
  try {
    validate(schema, input, "Cannot save");
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error("the input is valid");
}

describe("validate", () => {
  it.each<[v.GenericSchema, unknown, string]>([
    [v.object({ one: v.string() }), {}, "/one is missing"],
    [v.strictObject({ one: v.string() }), { two: 2, one: "" }, "/two is not a known field"],
    [v.strictObject({}), "x", " must be an object"],
    [v.array(v.string()), "x", " must be an array"],
    [v.number(), "x", " must be a number"],
    [v.boolean(), "x", " must be true or false"],
    [v.picklist(["a", "b"]), "c", ' must be ("a" | "b")'],
    [v.literal("*"), "x", ' must be "*"'],
    [v.pipe(v.number(), v.minValue(1)), 0, " must be at least 1"],
    [v.pipe(v.number(), v.integer()), 1.5, " is not a valid integer"],
    [v.pipe(v.string(), v.minLength(2)), "x", " must have a length of at least 2"],
    [v.pipe(v.string(), v.url()), "x", " is not a valid URL"],
  ])("states the rule of a schema without messages: %#", (ofKind, input, expected) => {
    const validation = validated(ofKind, input);
    const fields = validation.isValid ? [] : validation.fields;
    expect(fields.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([expected]);
  });

  it.each<[object, [pointer: string, message: string]]>([
    [{ names: numbers(31) }, ["/names", "must have at most 30 names"]],
    [{ more: { names: numbers(31) } }, ["/more/names", "must have at most 30 names"]],
    [{ either: numbers(31) }, ["/either", "must have at most 30 names"]],
    [{ kind: { type: "list", names: numbers(31) } }, ["/kind/names", "must have at most 30 names"]],
    [{ any: Object.fromEntries(numbers(31).map((one) => [one, "x"])) }, ["/any", "has too many names"]],
    [{ name: "too long" }, ["/name", "is too long"]],
    [{ name: 5 }, ["/name", "must be a string"]],
    [{ either: "x" }, ["/either", "must be true, false or names"]],
    [{ any: { "a/~b": 1 } }, ["/any/a~1~0b", "has a long name"]],
    [{ quoted: "a".repeat(81) }, ["/quoted", `is "${"a".repeat(79)}…"`]],
    [{ quoted: "a".repeat(80) }, ["/quoted", `is "${"a".repeat(80)}"`]],
    [{ quoted: `b", not ${"c".repeat(79)}, "d` }, ["/quoted", `is "b", not ${"c".repeat(79)}, "d"`]],
    [{ quoted: `b" ${"c".repeat(3000)}` }, ["/quoted", `is "b" ${"c".repeat(1993)}…`]],
    [{ ["😀".repeat(100)]: 1 }, [`/${"😀".repeat(79)}…`, "is not a known field"]],
  ])("refuses %j with a single fault", (input, [pointer, message]) => {
    expect(faultsOf(input).fields).toEqual([{ pointer, message }]);
  });

  it("reports oversized values beside other faults", () => {
    expect(faultsOf({ names: numbers(31), name: "" }).fields).toEqual([
      { pointer: "/names", message: "must have at most 30 names" },
      { pointer: "/name", message: "is empty" },
    ]);
  });

  it("measures a text after trimming", () => {
    expect(validate(schema, { name: `  name${" ".repeat(100)}` }, "Cannot save")).toEqual({ name: "name" });
  });

  it("passes valid inputs on unchanged", () => {
    const input = {
      names: ["a"],
      more: null,
      either: false,
      any: { one: 1 },
      kind: { type: "list", names: [] },
    };
    expect(validate(schema, input, "Cannot save")).toEqual(input);
  });

  it("lists at most 20 faults, and the number of the others", () => {
    const { fields, more, message } = faultsOf({ names: numbers(30) });
    expect(fields.map(({ pointer }) => pointer)).toEqual(numbers(20).map((index) => `/names/${index}`));
    expect([more, message.endsWith("; and 10 more")]).toEqual(["and 10 more", true]);
  });

  it("writes the number of many other faults with separators", () => {
    const faults = Array.from({ length: 4200 }, () => ({ pointer: "", message: "is wrong" }));
    expect(new InvalidInputError("Cannot save", faults).more).toBe("and 4,180 more");
  });
});
