import { type Permission, permissions } from "../../../access/mod.ts";
import { type AdminActor, canWritePosts, type OwnKeyInput } from "../../../api/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { inputField, selectField } from "../../design/field.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { textOf, textsOf } from "../../form/read_form.ts";
import { limitedScope, readScope, scopeField } from "../../form/scope_field.ts";
import type { Visit } from "../../visit.ts";
import { limitErrors, limitField, networksField, readLimit, readNetworks } from "./key_fields.ts";

const expiries = [
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
  ["365d", "365 days"],
  ["on", "On a date …"],
  ["never", "Never"],
] as const;

const permissionLabels: Readonly<Record<Permission, string>> = {
  "posts:read": "Read posts",
  "knowledge:write": "Add to the knowledge base",
  "posts:write-own": "Write own posts",
  "posts:publish-own": "Publish own posts",
  "posts:write": "Write and publish all posts",
  "knowledge:read": "Read the knowledge base",
  "media:write": "Upload and change files",
  "keys:manage": "Manage API keys",
  "webhooks:manage": "Manage webhooks",
  "members:manage": "Manage members and settings",
};

/** A ready-made choice of permissions. Without a list, the key has all permissions of its user. */
interface KeyScope {
  value: string;
  label: string;
  permissions?: readonly Permission[];
}

/** Returns the choices of a user. They give no permission that the user lacks. */
function scopesOf(actor: AdminActor): KeyScope[] {
  const { permissions: own } = actor;
  const writing: readonly Permission[] = own.includes("posts:write")
    ? ["posts:write"]
    : ["posts:write-own", "posts:publish-own"];
  const among = (names: readonly Permission[]): Permission[] => names.filter((name) => own.includes(name));
  const read = among(["posts:read"]);
  const write = among(["posts:read", ...writing, "knowledge:read", "knowledge:write"]);
  return [
    ...(read.length > 0 ? [{ value: "read", label: "Read only", permissions: read }] : []),
    ...(canWritePosts(actor) ? [{ value: "write", label: "Read and write", permissions: write }] : []),
    { value: "all", label: "Everything I may" },
  ];
}

/** The entered values of a new key, and the reason why they were refused. */
export interface EnteredKey {
  problem?: FormProblem | undefined;
  entered?: FormData;
  /** Requests a day of a key without its own limit. */
  most: number;
  /** Name that the field shows first. Default: none. */
  name?: string;
}

/** Renders the fields of a new key. */
export function keyFields(
  visit: Visit,
  { problem, entered = new FormData(), most, name = "" }: EnteredKey,
): Html {
  const errors = problem?.fields;
  return html`${inputField({ name: "name", label: "Name", hint: "The purpose, such as the program that will use the key", value: textOf(entered, "name") || name, longest: 200, isRequired: true, errors })}
${selectField({ name: "expiresIn", label: "Expires", value: textOf(entered, "expiresIn") || "90d", choices: expiries, errors })}
${inputField({ name: "expiresOn", label: "Last day", hint: "The key expires when this UTC day ends", type: "date", value: textOf(entered, "expiresOn"), errors: expiryErrors(problem) })}
${scopeField({
  legend: "Permissions",
  name: "permissions",
  scopes: scopesOf(visit.actor).map(({ value, label, permissions: given }) => [
    value,
    html`${label} <span class="hint">${given === undefined ? "except the texts of the knowledge base, as it is at the time of each request" : given.join(", ")}</span>`,
  ]),
  chosen: readScope(entered, "permissions") || (scopesOf(visit.actor)[0]?.value ?? ""),
  items: permissions
    .filter((permission) => visit.actor.permissions.includes(permission))
    .map((permission) => [permission, html`${permissionLabels[permission]} <code>${permission}</code>`]),
  checked: textsOf(entered, "permissions"),
  error: errors?.["permissions"],
})}
${limitField({ value: textOf(entered, "perDay"), most, errors: limitErrors(problem) })}
${networksField({ value: textOf(entered, "networks"), errors })}`;
}

/**
 * Reads the form.
 *
 * @throws {InvalidInputError} if permissions are limited but none is chosen, because the key could do nothing
 */
export function readKeyForm({ form, actor }: Visit): OwnKeyInput {
  const expiry = textOf(form, "expiresIn");
  const input: OwnKeyInput = { name: textOf(form, "name") };
  if (expiry === "on") input.expiresAt = endOfDay(textOf(form, "expiresOn"));
  else if (expiry !== "never") input.expiresIn = expiry;
  const networks = readNetworks(form);
  if (networks.length > 0) input.networks = networks;
  const rateLimit = readLimit(form);
  if (rateLimit !== null) input.rateLimit = rateLimit;
  const scope = readScope(form, "permissions");
  const given = scopesOf(actor).find(({ value }) => value === scope)?.permissions;
  const chosen = scope === limitedScope ? (textsOf(form, "permissions") as Permission[]) : given;
  if (chosen === undefined) return input;
  if (chosen.length > 0) return { ...input, permissions: chosen };
  const fields = [{ pointer: "/permissions", message: "must contain at least one" }];
  throw new InvalidInputError("Cannot generate the key", fields);
}

function expiryErrors(problem: FormProblem | undefined): Record<string, string> {
  const error = problem?.fields["expiresAt"];
  return error === undefined ? {} : { expiresOn: error };
}

/** Returns the last millisecond of a day. Invalid days are passed on, so that the validation refuses them. */
function endOfDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T23:59:59.999Z` : `${day} is not a date`;
}
