import { createClient } from "../../../lib/api/client/mod.ts";
import { publicApiRoot } from "../../../lib/base/api_address.ts";
import { toJson } from "../../../lib/base/text/well_formed.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { write } from "../frame/output/output.ts";
import { asSecrets } from "../frame/arguments/secret_settings.ts";
import { requiredText, text } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";

/** A JSON Schema from a server, which may have any content. */
type Schema = Readonly<Record<string, unknown>>;

/** Place of a schema in the file. */
interface Place {
  /** Names that references can have. */
  names: ReadonlySet<string>;
  /** Number of objects around the schema. */
  depth: number;
  /** `readonly ` inside `custom`, whose lists are read-only. Other arrays fit the types of the client. */
  list: "readonly " | "";
}

/** Maximum number of objects inside each other. Types below are unknown. */
const deepest = 20;

const notice =
  "// Types of the posts of an organization, written by `postern types`. Write them again after a change of the fields.\n";

const schemaTypes = `/** Types for \`createClient<PosternSchema>()\`. */
export interface PosternSchema {
  PostItem: PostItem;
  Post: Post;
}
`;

/** Writes an interface for each named schema, and \`PosternSchema\` for the client. */
export function toDeclarations(schemas: Readonly<Record<string, object>>): string {
  const named = Object.entries(schemas).filter(([name]) => /^[A-Z]\w*$/.test(name));
  const names = new Set(named.map(([name]) => name));
  const interfaces = named.map(([name, value]) => {
    const schema = recordOf(value);
    return `${comment(schema, "")}export interface ${name} ${objectType(schema, { names, depth: 0, list: "" })}\n`;
  });
  return [notice, ...interfaces, schemaTypes].join("\n");
}

function objectType(schema: Schema, place: Place): string {
  const indent = "  ".repeat(place.depth);
  const required: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  const lines = Object.entries(recordOf(schema["properties"])).map(([name, value]) => {
    const property = recordOf(value);
    const inside: Place = {
      ...place,
      depth: place.depth + 1,
      list: name === "custom" ? "readonly " : place.list,
    };
    const mark = required.includes(name) ? "" : "?";
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    return `${comment(property, `${indent}  `)}${indent}  ${key}${mark}: ${typeOf(property, inside)};\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

function typeOf(schema: Schema, place: Place): string {
  const { $ref, enum: choices, anyOf, type, items } = schema;
  if (place.depth > deepest) return "unknown";
  if (typeof $ref === "string") {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return place.names.has(name) ? name : "unknown";
  }
  if ("const" in schema) return literal(schema["const"]);
  if (Array.isArray(choices)) return choices.map(literal).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(recordOf(one), place)).join(" | ");
  if (type === "array") {
    const item = typeOf(recordOf(items), place);
    return `${place.list}${item.includes(" ") && !item.startsWith("{") ? `(${item})` : item}[]`;
  }
  if (type === "object") return objectType(schema, place);
  if (type === "integer") return "number";
  return type === "string" || type === "number" || type === "boolean" || type === "null" ? type : "unknown";
}

/** Writes a value as a literal type. Characters that end a line or change the direction of text are escaped. */
function literal(value: unknown): string {
  if (typeof value === "object" && value !== null) return "unknown";
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Writes the title and the description of a schema as a TSDoc comment, or nothing. */
function comment({ title, description }: Schema, indent: string): string {
  const texts = [title, description].filter((text) => typeof text === "string").map(commentText);
  return texts.length === 0 ? "" : `${indent}/** ${texts.join(": ")} */\n`;
}

/** Returns a text that neither ends its comment, nor begins a line, a tag or a change of direction. */
function commentText(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .trim();
  return line.replaceAll("*/", String.raw`*\/`).replaceAll(/(?<!\w)@/g, String.raw`\@`);
}

function recordOf(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}

/** `postern types`: writes TypeScript types of an organization's posts, with the fields that it defines. */
export const typesCommand: CliCommand = cliCommand({
  description: "Write TypeScript types of the organization's posts, for front ends",
  args: {
    url: requiredText(`URL of the API, with or without ${publicApiRoot}`),
    org: requiredText("Slug of the organization"),
    ...asSettings(asSecrets({ key: text("API key, if reading needs a key (default: none)") })),
  },
  examples: {
    "postern types --url https://api.example --org acme > postern-types.d.ts": "write the types",
    "postern types --url https://api.example --org acme --json > schema.json": "write the JSON Schema",
  },
  run: async ({ args: { url, org: organizationSlug, key, json } }) => {
    const address = url.endsWith("/") ? url.slice(0, -1) : url;
    const client = createClient({
      baseUrl: address.endsWith(publicApiRoot) ? address.slice(0, -publicApiRoot.length) : address,
      organizationSlug,
      ...(key === undefined ? {} : { apiKey: key }),
    });
    const { data } = await client.getSchema();
    await write(json ? `${toJson(data, 2)}\n` : toDeclarations(data.$defs));
  },
});
