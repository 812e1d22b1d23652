import type { CustomField, CustomValues } from "../../lib/mod.ts";

/** A field of each type, with a hostile label, hint and choice. */
export const fieldsOfAllTypes: readonly CustomField[] = [
  { name: "kicker", type: "text", label: "Kicker", shown: "list" },
  { name: "lead", type: "markdown" },
  {
    name: "rating",
    type: "number",
    label: "Rating */ }",
    hint: "From 1 to 5.\u2028@deprecated",
    shown: "list",
  },
  { name: "isNew", type: "boolean", default: false, isRequired: true, shown: "list" },
  { name: "eventDate", type: "date", isRequired: true },
  { name: "startsAt", type: "dateTime" },
  { name: "website", type: "url" },
  { name: "level", type: "choice", choices: ["easy", 'hard "very" \\', "`${x}` */"], default: "easy" },
  { name: "materials", type: "list", shown: "list" },
  { name: "related", type: "reference" },
  { name: "raw", type: "json" },
  { name: "remark", type: "text", shown: "admin" },
];

/** A value of each field. */
export const valuesOfAllTypes: CustomValues = {
  kicker: "Sub",
  lead: "*Short*",
  rating: 4.5,
  isNew: true,
  eventDate: "2026-11-26",
  startsAt: "2026-11-26T09:00:00.000Z",
  website: "https://acme.example/",
  level: "easy",
  materials: ["paper", "glue"],
  related: "hello",
  raw: { any: [1, null] },
  remark: "for editors",
};
