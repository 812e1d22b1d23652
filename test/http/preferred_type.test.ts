import { expect, it } from "vitest";
import { preferredType } from "../../lib/http/request/preferred_type.ts";

const types = ["application/xml", "application/json"] as const;

it.each([
  [null, "application/xml"],
  ["", "application/xml"],
  ["*/*", "application/xml"],
  ["application/json", "application/json"],
  ["Application/JSON; charset=utf-8", "application/json"],
  ["application/*", "application/xml"],
  ["application/xml;q=0.5, application/json;q=0.6", "application/json"],
  ["application/json;q=0.5, */*;q=0.6", "application/xml"],
  ["application/json;q=0, */*", "application/xml"],
  ["application/xml;q=0, */*", "application/json"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/xml"],
  ["text/plain", "application/xml"],
  ["application/json;q=7, application/xml;q=0.1", "application/xml"],
  ["application/json;q=high", "application/xml"],
  ["application/json, */*", "application/json"],
  ["*/*, application/json", "application/json"],
  ["application/json, application/*", "application/json"],
  ["application/json, application/xml", "application/xml"],
  ["application/json;q=0, text/plain", "application/xml"],
])("selects the preferred type of %j from XML and JSON: %s", (accept, type) => {
  expect(preferredType(accept, types)).toBe(type);
});
