import { describe, expect, it } from "vitest";
import { readEntityTags } from "../../lib/http/response/entity_tags.ts";
import { readMediaType } from "../../lib/http/request/media_type.ts";
import { targetOf } from "../../lib/http/mod.ts";
import { parseHttpDate } from "../../lib/base/time/http_date.ts";
import { qualityValues } from "../../lib/http/request/quality_values.ts";
import { findSuperlinearGrowth } from "./_find_superlinear_growth.ts";

const readers: Readonly<Record<string, (value: string) => unknown>> = {
  "a list of entity tags": readEntityTags,
  "a media type": readMediaType,
  "a list with weights": qualityValues,
  "a date": (value) => parseHttpDate(value, 0),
  "a request target": (value) => targetOf(`http://${value}`),
};

const units = [
  '"',
  '\\"',
  '"\\',
  '"a',
  '"a"',
  '"a",',
  '"a";',
  ";a=",
  ';a="',
  ';a="\\',
  ", ",
  " ",
  "a",
  "/",
  "Sun ",
];

describe.each(Object.entries(readers))("reading %s takes linear time for", (_name, read) => {
  it.each(units)("many of %j", async (unit) => {
    expect(await findSuperlinearGrowth((size) => unit.repeat(size), read)).toBeUndefined();
    expect(await findSuperlinearGrowth((size) => `text/a; a="${unit.repeat(size)}\\`, read)).toBeUndefined();
  });
});
