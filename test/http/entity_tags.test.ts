import { expect, it } from "vitest";
import { readEntityTags } from "../../lib/http/entity_tags.ts";

it.each([
  ["*", "*"],
  [" * ", "*"],
  ['"a"', [{ value: '"a"', isWeak: false }]],
  [
    'W/"a" , "b-br",""',
    [
      { value: '"a"', isWeak: true },
      { value: '"b-br"', isWeak: false },
      { value: '""', isWeak: false },
    ],
  ],
  ['a, *, "a b", w/"a", W/W/"a", "é"', [null, null, null, null, null, null]],
  ["", [null]],
])("reads the entity tags %j", (list, tags) => {
  expect(readEntityTags(list)).toEqual(tags);
});
