import { InvalidInputError } from "../../../base/errors.ts";
import { rowsOf } from "../../../base/fields/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import {
  type PostChanges,
  postFields,
  type PostStatus,
  type StoredPost,
  type StoredPostWithHtml,
} from "../../../content/mod.ts";
import { type FieldErrors, inputField } from "../../design/field.ts";
import { type FormField, formFieldOf } from "../../form/field_controls.ts";
import { textOf } from "../../form/read_form.ts";
import {
  instantOf,
  writersZone,
  zonedTextsIn,
  zonedTextsOf,
  zonedTimeFields,
} from "../../form/zoned_time_fields.ts";
import { timeOf } from "../../format/format.ts";
import { mayChange, pathTo, type Visit } from "../../visit.ts";
import { suggestedFields } from "../suggestions.ts";

/** Name of a field of a post beside its text. */
type SettingName = "slug" | "translations" | "isAccessibleForFree" | "publishedAt";

/** Fields that are not part of the text: a change of them takes effect without a publication. */
const settings: readonly FormField<SettingName>[] = rowsOf(postFields).flatMap(([name, field]) => {
  const isSetting = field.on["copy"] === undefined && field.on["input"] !== undefined;
  return isSetting ? (formFieldOf(name as SettingName, field) ?? []) : [];
});

/** The post whose settings a form shows. */
export interface ShownSettings {
  /** Undefined for a post that does not exist yet. */
  post?: StoredPost | undefined;
  /** Status of the post. Undefined for a post that does not exist yet. */
  status?: PostStatus | undefined;
  /** The sent form whose values are shown again. Default: the values of the post are shown. */
  sent?: FormData | undefined;
}

/** Returns the control of each setting by its name. A setting that a post cannot have now, or that the visitor may not change, is left out. */
export function settingControls(
  visit: Visit,
  { post, status, sent }: ShownSettings,
  errors: FieldErrors,
): ReadonlyMap<string, Html> {
  if (post !== undefined && !mayChange(visit, post)) return new Map();
  const controls = settings.flatMap((setting) => {
    const { name } = setting;
    if (name === "publishedAt" && status !== "published") return [];
    const stored = textIn(post, setting);
    const value = sent?.has(name) === true ? textOf(sent, name) : stored;
    const original = html`<input type="hidden" name="${originalOf(name)}" value="${stored}">`;
    return [
      [name, html`${original}${controlOf(visit, { setting, value, post, status, sent, errors })}`] as const,
    ];
  });
  return new Map(controls);
}

interface ShownSetting extends ShownSettings {
  setting: FormField<SettingName>;
  value: string;
  errors: FieldErrors;
}

function controlOf(visit: Visit, { setting, value, errors, ...shown }: ShownSetting): Html | false {
  const { name, label } = setting;
  if (name === "publishedAt") return dateControl(visit, shown, { label, errors });
  if (name === "slug") return inputField({ name, label, value, errors, hint: slugHint(shown) });
  const suggestions = suggestedFields.has(name) ? pathTo(visit, `suggestions?field=${name}`) : undefined;
  return setting.render({ value, errors, suggestions, isAlwaysSet: true });
}

function slugHint({ post, status }: ShownSettings): Html {
  if (post === undefined) return html`Created from the title if empty`;
  if (status !== "published") return html`The end of the address`;
  return html`After a change, the address with <code>${post.slug}</code> redirects to the new address`;
}

/** Renders the publication date of a public post, in the time zone of the writer. */
function dateControl(
  visit: Visit,
  { post, sent }: ShownSettings,
  { label, errors }: { label: string; errors: FieldErrors },
): Html | false {
  const { publishedAt } = post ?? {};
  if (publishedAt === undefined) return false;
  const texts =
    sent?.has("date") === true ? zonedTextsIn(sent) : zonedTextsOf(publishedAt, writersZone(visit));
  return html`<fieldset class="zoned-time"><legend>${label}</legend>
<p class="hint">${timeOf(publishedAt)}</p>
${zonedTimeFields(visit, texts, { errors })}</fieldset>`;
}

/** A setting that a form changes. */
interface ChangedSetting {
  setting: FormField<SettingName>;
  /** The text that the form showed. */
  original: string;
  text: string;
}

/**
 * Saves the changed settings of a form. Settings that the form leaves as they were keep the changes of other writers.
 *
 * @returns the post afterwards, or undefined if the form changes nothing
 * @throws {InvalidInputError} if a setting is not allowed, or another writer has changed it since the form was opened
 */
export async function saveSettings(visit: Visit, slug: string): Promise<StoredPostWithHtml | undefined> {
  const changed = changedSettings(visit.form);
  if (changed.length === 0) return undefined;
  const changes = valuesOf(changed, visit.api.options.clock.now());
  return visit.api.admin.posts.update({ actor: visit.actor, slug }, (before) => {
    requireOriginals(changed, before);
    return changes;
  });
}

/**
 * Returns the settings of a form for a new post.
 *
 * @throws {InvalidInputError} if no value has the text of a setting
 */
export function newSettings(visit: Visit): PostChanges {
  return valuesOf(changedSettings(visit.form), visit.api.options.clock.now());
}

function changedSettings(form: FormData): ChangedSetting[] {
  return settings.flatMap((setting) => {
    const { name } = setting;
    const field = name === "publishedAt" ? "date" : name;
    if (!form.has(field)) return [];
    const original = textOf(form, originalOf(name));
    const text = name === "publishedAt" ? zonedInstantIn(form, original) : textOf(form, name);
    return text === original ? [] : [{ setting, original, text }];
  });
}

/** Returns the entered instant. The fields have no seconds, so an instant of the same minute counts as the original. */
function zonedInstantIn(form: FormData, original: string): string {
  const read = instantOf(zonedTextsIn(form));
  if ("errors" in read) return "";
  const minute = new Date(read.instant).toISOString();
  return minute.slice(0, 16) === original.slice(0, 16) ? original : minute;
}

function valuesOf(changed: readonly ChangedSetting[], now: number): PostChanges {
  const problems = changed.flatMap((change) => problemsOf(change, now));
  if (problems.length > 0) throw new InvalidInputError("Cannot save the post", problems);
  const values = changed.map(({ setting, text }) => [setting.name, setting.toValue(text) ?? null] as const);
  return Object.fromEntries(values);
}

function problemsOf(
  { setting, text }: ChangedSetting,
  now: number,
): readonly { pointer: string; message: string }[] {
  const { name } = setting;
  const message = name === "publishedAt" ? dateProblem(text, now) : setting.problemOf(text);
  if (message !== undefined) return [{ pointer: name === "publishedAt" ? "/date" : `/${name}`, message }];
  return name === "slug" && text === "" ? [{ pointer: "/slug", message: "must not be empty" }] : [];
}

function dateProblem(text: string, now: number): string | undefined {
  if (text === "") return "must be an existing date and time, in a time zone such as Europe/Berlin";
  return Date.parse(text) > now ? "must be in the past, because the post is public" : undefined;
}

/** @throws {InvalidInputError} if a setting has another value than the form showed */
function requireOriginals(changed: readonly ChangedSetting[], post: StoredPost): void {
  const problems = changed.flatMap(({ setting, original, text }) => {
    const present = textIn(post, setting);
    // The form of a new post has no slug yet.
    const isFirst = setting.name === "slug" && original === "";
    if (isFirst || present === original || present === text) return [];
    return [
      { pointer: `/${setting.name}`, message: `was changed to "${present}" after you opened this page` },
    ];
  });
  if (problems.length > 0) throw new InvalidInputError("Cannot save the post", problems);
}

function textIn(post: StoredPost | undefined, { name, toText }: FormField<SettingName>): string {
  if (post === undefined) return name === "isAccessibleForFree" ? toText(true) : "";
  return name === "publishedAt" ? (post.publishedAt ?? "") : toText(post[name]);
}

/** Returns the name of the hidden field with the text that the form showed. */
function originalOf(name: SettingName): string {
  return `was-${name}`;
}

/** Renders the settings of a sent form as hidden fields, so that a page about its text does not lose them. */
export function settingState(form: FormData): Html {
  const names = [
    ...settings.flatMap(({ name }) => [name, originalOf(name)]),
    "date",
    "time",
    "timeZone",
  ].filter((name) => form.has(name));
  return html`${names.map((name) => html`<input type="hidden" name="${name}" value="${textOf(form, name)}">\n`)}`;
}
