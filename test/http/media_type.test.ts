import { expect, it } from "vitest";
import { readMediaType } from "../../lib/http/request/media_type.ts";

it.each<[header: string | null, name: string, parameters: Record<string, string>, isUtf8: boolean]>([
  [null, "", {}, true],
  ["", "", {}, true],
  ["application/json", "application/json", {}, true],
  [" Application/JSON ", "application/json", {}, true],
  ["application/json;", "application/json", {}, true],
  ["application/json; charset=utf-8", "application/json", { charset: "utf-8" }, true],
  ["application/json;CHARSET=UTF8", "application/json", { charset: "UTF8" }, true],
  ['application/json;charset="Utf-8"', "application/json", { charset: "Utf-8" }, true],
  ['application/json;charset="u\\tf-8"', "application/json", { charset: "utf-8" }, true],
  ["application/json; charset=latin1", "application/json", { charset: "latin1" }, false],
  ["application/json; charset=utf-16", "application/json", { charset: "utf-16" }, false],
  ["application/json; charset=", "application/json", { charset: "" }, false],
  ["text/a; charset=utf-8; charset=latin1", "text/a", { charset: "utf-8" }, true],
  [
    'text/a; p="x; charset=latin1, y"; charset=utf-8',
    "text/a",
    { p: "x; charset=latin1, y", charset: "utf-8" },
    true,
  ],
  ['text/a; p="\\"; charset=latin1"', "text/a", { p: '"; charset=latin1' }, true],
  ['text/a; p="open; charset=latin1', "text/a", {}, true],
  ["text/a; charset = latin1", "text/a", {}, true],
  ["application/json, application/json", "application/json, application/json", {}, true],
  [
    "multipart/form-data; boundary=----WebKitFormBoundary7MA4",
    "multipart/form-data",
    { boundary: "----WebKitFormBoundary7MA4" },
    true,
  ],
])("parses the media type %j", (header, name, parameters, isUtf8) => {
  const parsed = readMediaType(header);
  expect({ ...parsed, parameters: Object.fromEntries(parsed.parameters) }).toEqual({
    name,
    parameters,
    isUtf8,
  });
});
