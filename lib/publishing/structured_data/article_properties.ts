/**
 * Properties of schema.org's Article that fields of one's own can have, with the types of their values. They are the properties of Article,
 * CreativeWork and Thing, without {@link postProperties} and superseded properties. A test compares them with the vocabulary.
 */
export const articleProperties = {
  abstract: "Text",
  accessMode: "Text",
  accessibilityAPI: "Text",
  accessibilityControl: "Text",
  accessibilityFeature: "Text",
  accessibilityHazard: "Text",
  accessibilitySummary: "Text",
  acquireLicensePage: "URL",
  additionalType: "Text URL",
  alternateName: "Text",
  alternativeHeadline: "Text",
  archivedAt: "URL",
  assesses: "Text",
  award: "Text",
  backstory: "Text",
  citation: "Text",
  commentCount: "Integer",
  conditionsOfAccess: "Text",
  contentRating: "Text",
  contentReferenceTime: "DateTime",
  copyrightNotice: "Text",
  copyrightYear: "Number",
  correction: "Text URL",
  creativeWorkStatus: "Text",
  creditText: "Text",
  dateCreated: "Date DateTime",
  disambiguatingDescription: "Text",
  discussionUrl: "URL",
  editEIDR: "Text URL",
  educationalLevel: "Text URL",
  educationalUse: "Text",
  encodingFormat: "Text URL",
  expires: "Date DateTime",
  genre: "Text URL",
  identifier: "Text URL",
  interactivityType: "Text",
  isBasedOn: "URL",
  isFamilyFriendly: "Boolean",
  isPartOf: "URL",
  learningResourceType: "Text",
  license: "URL",
  material: "Text URL",
  materialExtent: "Text",
  pageEnd: "Text Integer",
  pageStart: "Text Integer",
  pagination: "Text",
  pattern: "Text",
  position: "Text Integer",
  publishingPrinciples: "URL",
  sameAs: "URL",
  schemaVersion: "Text URL",
  sdDatePublished: "Date",
  sdLicense: "URL",
  size: "Text",
  teaches: "Text",
  temporal: "Text DateTime",
  temporalCoverage: "Text URL DateTime",
  thumbnailUrl: "URL",
  timeRequired: "Duration",
  typicalAgeRange: "Text",
  usageInfo: "URL",
  version: "Text Number",
} as const;

/** Properties of schema.org's Article that describe the post itself. */
export const postProperties: readonly string[] = (
  "articleBody articleSection author dateModified datePublished description hasPart headline image inLanguage isAccessibleForFree keywords " +
  "mainEntityOfPage name publisher speakable text url wordCount"
).split(" ");

type ValueOf<Types extends string> =
  | (Types extends `${string}Text${string}` ? readonly string[] : never)
  | (Types extends `${string}${"Number" | "Integer"}${string}` ? number : never)
  | (Types extends "Boolean" ? boolean : Types extends "Number" | "Integer" ? never : string);

/** Values of properties of schema.org's Article from fields of one's own. Dates and durations are in the form of ISO 8601. */
export type ArticleProperties = {
  -readonly [Name in keyof typeof articleProperties]?: ValueOf<(typeof articleProperties)[Name]>;
};
