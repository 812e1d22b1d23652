import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

interface Reference {
  "@id": string;
}

/** A class or a property, in the format of the JSON-LD vocabulary that schema.org publishes. */
export interface VocabularyEntry extends Reference {
  "@type"?: string;
  "rdfs:subClassOf"?: Reference[];
  "schema:domainIncludes"?: Reference[];
  "schema:rangeIncludes"?: Reference[];
  "schema:supersededBy"?: Reference[];
}

const prefixes = {
  "http://schema.org/": "schema:",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
  "http://www.w3.org/2000/01/rdf-schema#": "rdfs:",
};

/** Reads the vocabulary of schema.org from the N-Quads in `@vocabulary/schema`. */
export function readVocabulary(): { "@graph": VocabularyEntry[] } {
  const file = require.resolve("@vocabulary/schema/schema.nq");
  const entries = new Map<string, VocabularyEntry>();
  for (const [, ...iris] of readFileSync(file, "utf8").matchAll(/^<(.*?)> <(.*?)> <(.*?)> /gm)) {
    const [id = "", property = "", value = ""] = iris.map(shorten);
    const entry = entries.get(id) ?? { "@id": id };
    entries.set(id, entry);
    if (property === "rdf:type") entry["@type"] ??= value;
    if (isRelation(property)) (entry[property] ??= []).push({ "@id": value });
  }
  return { "@graph": [...entries.values()] };
}

const relations = [
  "rdfs:subClassOf",
  "schema:domainIncludes",
  "schema:rangeIncludes",
  "schema:supersededBy",
] as const;

function isRelation(property: string): property is (typeof relations)[number] {
  return relations.some((relation) => relation === property);
}

function shorten(iri: string): string {
  const known = Object.entries(prefixes).find(([namespace]) => iri.startsWith(namespace));
  return known === undefined ? iri : known[1] + iri.slice(known[0].length);
}

/**
 * Builds the context of schema.org from its vocabulary. It has a term for every class and property. The value of a term is
 * a URL if the vocabulary expects a URL. Unlike the published context, it has no `@vocab`, so unknown names are errors.
 */
export function toContext(vocabulary: readonly VocabularyEntry[]): object {
  const terms = vocabulary
    .filter((entry) => entry["@id"].startsWith("schema:"))
    .map((entry) => [entry["@id"].slice("schema:".length), toTerm(entry)]);
  return { "@context": Object.fromEntries(terms) as object };
}

function toTerm({ "@id": id, "schema:rangeIncludes": ranges = [] }: VocabularyEntry): object {
  const iri = id.replace("schema:", "http://schema.org/");
  const isAddress = ranges.some((range) => range["@id"] === "schema:URL");
  return isAddress ? { "@id": iri, "@type": "@id" } : { "@id": iri };
}
