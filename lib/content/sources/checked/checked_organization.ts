import * as v from "valibot";
import {
  type HostField,
  integerOf,
  isRecord,
  optionalField,
  outputOf,
  type Reader,
  readList,
  readName,
  type ReadRow,
  readRow,
  readText,
  readTexts,
  readTime,
  requiredField,
  textReader,
  versionField,
} from "../../../base/host/host_row.ts";
import { longestPathPart } from "../../../base/api_address.ts";
import { customFieldTypes } from "../../custom_fields/custom_field.ts";
import { movedCustomFields } from "../../custom_fields/custom_field_input.ts";
import { organizationRules } from "../../organizations/organization_input.ts";

/** Fields that a host may fill with more values than `organizations.create` takes, because they break no response. */
const ownReaders: Readonly<Record<string, Reader>> = {
  name: readName,
  section: readName,
  language: readText,
  description: readText,
  speakable: readTexts,
  // Responses leave out other URLs.
  logo: readText,
  sameAs: readTexts,
  // A search checks the groups, and names the wrong word.
  synonyms: (value) => value,
  postFields: readPostFields,
  rateLimit: (value) => readRule("rateLimit", withWholeNumber(value)),
  feeds: (value) => readRule("feeds", value === 0 || value === 1 ? value === 1 : value),
};

const hostFields: readonly HostField[] = [
  requiredField("id", textReader(1000, 1)),
  requiredField("slug", textReader(longestPathPart, 1)),
  ...Object.entries(organizationRules).map(([name, schema]): HostField => ({
    name,
    isRequired: !("wrapped" in schema),
    // The content of paid posts is open by default. An unknown setting must not open it.
    refusesNull: name === "paidContent",
    read: ownReaders[name] ?? remembered((value) => readRule(name, value)),
    default: v.getDefault(schema),
  })),
  optionalField("updatedAt", readTime),
  versionField,
];

/** Returns the organization of a host's row with the defaults of `organizations.create`, or its invalid fields. */
export function checkOrganization(row: unknown): ReadRow {
  return readRow(row, hostFields);
}

/** Remembers the latest text, because an organization without a version is checked for every request. */
function remembered(read: Reader): Reader {
  let latest: { value: string; known: unknown } | undefined;
  return (value) => {
    if (typeof value !== "string") return read(value);
    if (value !== latest?.value) latest = { value, known: read(value) };
    return latest.known;
  };
}

function readRule(name: string, value: unknown): unknown {
  const schema = organizationRules[name];
  return schema && outputOf(schema, value);
}

/** Leaves out fields of types that this version does not know. */
function readPostFields(value: unknown): unknown {
  const list = readList(value);
  const known = list.every(isKnown) ? list : list.filter(isKnown);
  outputOf(movedCustomFields, known);
  return known;
}

function isKnown(field: unknown): boolean {
  return !isRecord(field) || customFieldTypes.some((type) => type === field["type"]);
}

function withWholeNumber(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { perDay, ...others } = value;
  return { ...others, perDay: integerOf(perDay) ?? perDay };
}
