import {
  followsSource,
  type ImportOrigin,
  normalOrigin,
  type PostInput,
  type Posts,
  postTag,
  type PutPost,
  type PutPostOptions,
  type StoredPost,
  textWarnings,
  toSlug,
} from "../../content/mod.ts";
import { PreconditionFailedError } from "../../base/errors.ts";
import { given } from "../../base/given.ts";
import { findLoneSurrogate } from "../../base/text/well_formed.ts";
import { CategoryCounts } from "./category_counts.ts";
import { countItems, noCounts } from "./import_counts.ts";
import { Counts } from "../values/counts.ts";
import type { ImportedPost, ImportItem, ImportNote, Place, SkippedItem } from "../import_item.ts";
import type { ImportReport } from "./import_report.ts";
import type { ImportSettings } from "./import_settings.ts";
import type { ImportSummary } from "./import_summary.ts";
import { LostQuestionCounts } from "./lost_questions.ts";
import { TextWork } from "../text_work/mod.ts";
import { authorMap, renameAuthors } from "./rename_authors.ts";
import { AliasClaims, aliasNote } from "./alias_claims.ts";
import { Claims } from "./claims.ts";
import { isNumbered } from "./numbered_slug.ts";
import { refusalOf } from "./refusal_of.ts";
import { SlugClaims } from "./slug_claims.ts";
import { statusDifference } from "./status_difference.ts";

/** Categories of items that no import reads. Other skipped items can be posts of an earlier import. */
const neverPosts: ReadonlySet<string> = new Set([
  "list-page",
  "excluded-page",
  "other-type",
  "unread-format",
]);

/** Maximum number of names in the note about fields that are not kept. */
const mostNamed = 10;

/** Maximum length of the HTML of all files that wait for the end of a run. */
const mostWaiting = 67_108_864;

/** Counts and reports the result of an item. */
type Count = () => void;

/** A post that can have moved to another key of the source. */
interface NewPost {
  item: ImportedPost;
  input: PostInput;
  slug: string;
  wanted: string;
  origin: ImportOrigin | undefined;
}

export class ImportRun {
  readonly #posts: Posts;
  readonly #settings: ImportSettings;
  readonly #counts = noCounts();
  readonly #authors: ReadonlyMap<string, string> | undefined;
  readonly #categories = new CategoryCounts();
  readonly #lostQuestions: LostQuestionCounts | undefined;
  /** Names of fields that imported posts do not keep. */
  readonly #notKept = new Counts();
  #firstNotKept: Place | undefined;
  readonly #slugs: SlugClaims;
  /** Undefined if no post is archived. */
  readonly #aliases: AliasClaims | undefined;
  #hasUnreadPosts = false;
  /** New posts whose slug is that of a post of the source, whose key did not occur before. */
  readonly #moved: (NewPost & { from: ImportOrigin })[] = [];
  #waiting = 0;
  readonly #keys = new Claims((key, number) => `${key} (${number})`);
  /** Resolves when all items so far are counted. */
  #counted: Promise<void> = Promise.resolve();

  constructor(posts: Posts, settings: ImportSettings) {
    this.#posts = posts;
    this.#settings = settings;
    this.#slugs = new SlugClaims(settings);
    this.#aliases = settings.prune === true ? new AliasClaims(posts, settings) : undefined;
    this.#authors = settings.authors && authorMap(settings.authors);
    this.#lostQuestions =
      settings.faq &&
      new LostQuestionCounts(settings.faq, new TextWork(settings.textWorker, settings.organizationSlug));
  }

  /** Imports an item. Items can be imported concurrently. They are counted and reported in the order of the calls. */
  async take(item: ImportItem): Promise<void> {
    const earlier = this.#counted;
    const counted = Promise.all([this.#countOf(item), earlier]).then(([count]) => count());
    // A failed item does not hold up later items.
    this.#counted = counted.catch(() => undefined);
    await counted;
  }

  /** Archives the posts of the source that no item of this run has. Imported posts get the addresses of those that they name as aliases. */
  async prune(): Promise<void> {
    const { source = "" } = this.#settings;
    for (const { from, ...found } of this.#moved) (await this.#importMoved(found, from))();
    if (!this.#hasUnreadPosts) await this.#archiveOthers(source);
    else {
      const text = "no post was archived, because some items of the source could not be imported";
      this.#note({ category: "prune", text, place: { file: source } });
    }
    for (const note of (await this.#aliases?.settle()) ?? []) this.#note(note);
  }

  async #archiveOthers(source: string): Promise<void> {
    const { organizationSlug, dryRun, overwriteEdits, by } = this.#settings;
    for await (const post of this.#posts.iterateImported(organizationSlug, source)) {
      const { slug, status, importedFrom, aliases = [] } = post;
      if (
        importedFrom === undefined ||
        this.#keys.has(normalOrigin(importedFrom).key) ||
        status === "archived"
      )
        continue;
      const place = { file: importedFrom.key };
      if (isEdited(post) && !overwriteEdits) {
        this.#keep(place, slug);
        continue;
      }
      // A draft that was set in Postern stays edited, so a later import does not publish it.
      const isFollowing = status !== "draft" || followsSource(post);
      const origin = isFollowing ? { importedFrom: originIn(importedFrom) } : {};
      const options = { ifMatch: [postTag(post)], ...origin, isSilent: true, ...given({ by }) };
      const kept = this.#aliases?.release(slug, aliases) ?? aliases;
      const rest = kept.length === aliases.length ? {} : { aliases: kept.length === 0 ? null : kept };
      const changes = { status: "archived", ...rest } as const;
      if (!dryRun) await this.#posts.update({ organizationSlug, slug }, changes, options);
      this.#report({ outcome: "archived", slug, place });
    }
  }

  /** Notes the fields that imported posts do not keep. */
  end(): void {
    const [place, text] = [this.#firstNotKept, this.#notKept.mostFrequent(mostNamed)];
    if (place !== undefined)
      this.#note({
        category: "custom-field",
        text: `fields not kept: ${text}`,
        count: this.#notKept.total,
        place,
      });
  }

  /** Returns the result so far. */
  summarize(isComplete: boolean): ImportSummary {
    const categories = this.#categories.list();
    const summary = { ...this.#counts, lost: this.#categories.lost, categories, isComplete };
    if (this.#lostQuestions === undefined) return summary;
    return {
      ...summary,
      lostQuestions: this.#lostQuestions.list(),
      answerFaults: this.#lostQuestions.listFaults(),
    };
  }

  async #countOf(item: ImportItem): Promise<Count> {
    if (item.kind === "note") {
      const { kind: _kind, ...note } = item;
      return () => this.#note(note);
    }
    const { place } = item;
    if (item.kind === "skipped") {
      const { kind: _kind, ...skipped } = item;
      return () => this.#skip(skipped);
    }
    try {
      return await this.#import(item);
    } catch (error) {
      const [category, reason] = refusalOf(error);
      return () => this.#skip({ category, reason, place });
    }
  }

  async #import(item: ImportedPost): Promise<Count> {
    const origin = this.#originOf(item);
    const damaged = Object.entries(item.input).filter(([, value]) => findLoneSurrogate(value) !== undefined);
    const input = damaged.length === 0 ? item.input : withoutLoneSurrogates(item.input);
    const count = await this.#importFrom(origin, { ...item, input });
    const { place, key = "" } = item;
    const repeated = origin === undefined || origin.key === key.normalize("NFC") ? undefined : origin.key;
    return () => {
      if (damaged.length > 0) {
        const text = `halves of surrogate pairs are left out of ${damaged.map(([name]) => name).join(", ")}`;
        this.#note({ category: "lone-surrogate", text, place });
      }
      if (repeated !== undefined) {
        const text = `the source has the key "${key}" several times. This item gets the key "${repeated}"`;
        this.#note({ category: "duplicate-key", text, place });
      }
      count();
    };
  }

  async #importFrom(origin: ImportOrigin | undefined, item: ImportedPost): Promise<Count> {
    const { organizationSlug } = this.#settings;
    const input = this.#authors === undefined ? item.input : renameAuthors(item.input, this.#authors);
    const { slug: wanted = toSlug(input.name) } = input;
    const { newSlug = wanted } = item;
    const isPlanned = newSlug !== wanted && this.#slugs.claimPlanned(newSlug);
    const slug = isPlanned ? newSlug : this.#slugs.claim(wanted);
    const before = origin && (await this.#posts.findImported(organizationSlug, origin));
    if (before) return this.#importAgain(item, { input, wanted, before });
    if (slug === null) return () => this.#skipTaken(item, wanted, "another post in this import has");
    const found = { item, input, slug, wanted, origin };
    const from = await this.#otherKeyOf(found);
    if (from === undefined || (this.#waiting += input.html?.length ?? 0) > mostWaiting)
      return this.#importNew(found);
    this.#moved.push({ ...found, from });
    return () => undefined;
  }

  async #importNew({ item, ...found }: NewPost): Promise<Count> {
    const put = await this.#putNew({ ...found, ...given({ id: item.id }) });
    if (put !== null) return this.#imported(item, put);
    return () => this.#skipTaken(item, found.slug, "the organization already has a post with");
  }

  /** Returns the origin of the post of the source with the slug, unless an item of this run has its key. */
  async #otherKeyOf({ slug, origin }: NewPost): Promise<ImportOrigin | undefined> {
    const { organizationSlug, prune = false } = this.#settings;
    if (!prune || origin === undefined || slug === "") return undefined;
    const [{ importedFrom: from } = {}] = await this.#posts.getHeads(organizationSlug, [slug]);
    return from?.source === origin.source && !this.#keys.has(normalOrigin(from).key) ? from : undefined;
  }

  /** Imports a post at the end of a run. A file that was moved keeps its post, and with it the address. */
  async #importMoved(found: NewPost, from: ImportOrigin): Promise<Count> {
    const { item, input, wanted, origin } = found;
    const isMoved = !this.#hasUnreadPosts && this.#keys.claim(normalOrigin(from).key);
    const before = isMoved ? await this.#posts.findImported(this.#settings.organizationSlug, from) : null;
    if (before === null || origin === undefined) return this.#importNew(found);
    return this.#importAgain(item, { input, wanted, before, origin });
  }

  /** Returns the origin of an item, or undefined if it has none. If another item of this run has its key, adds a number. */
  #originOf({ key }: ImportedPost): ImportOrigin | undefined {
    const { source } = this.#settings;
    if (source === undefined || key === undefined) return undefined;
    const origin = normalOrigin({ source, key });
    return this.#keys.claim(origin.key) ? origin : { ...origin, key: this.#keys.claimNext(origin.key) };
  }

  /** Imports an item whose post exists. */
  async #importAgain(
    item: ImportedPost,
    found: Pick<NewPost, "input" | "wanted"> & { before: StoredPost; origin?: ImportOrigin },
  ): Promise<Count> {
    const { input, wanted, before, origin: own } = found;
    const { slug, importedFrom } = before;
    const { place } = item;
    const keep = (): void => this.#keep(place, slug);
    if (isEdited(before) && !this.#settings.overwriteEdits) return keep;
    const origin = importedFrom && { importedFrom: own ?? originIn(importedFrom) };
    const put = await this.#put({ ...input, slug }, { ifMatch: [postTag(before)], ...origin }).catch(
      (error: unknown) => {
        if (error instanceof PreconditionFailedError) return null;
        throw error;
      },
    );
    if (put === null) return keep;
    const count = await this.#imported(item, put);
    return () => {
      count();
      if (isNumbered(slug, wanted)) return;
      const text = `its slug in the source is now "${wanted}". The post keeps the slug "${slug}"`;
      this.#note({ category: "slug-changed", text, place });
    };
  }

  /** Writes a new post. If another post has the slug, does what the settings say. Returns null if the item is skipped. */
  async #putNew({
    input,
    slug,
    wanted,
    origin,
    ...identity
  }: {
    input: PostInput;
    slug: string;
    wanted: string;
    origin: ImportOrigin | undefined;
    id?: number;
  }): Promise<PutPost | null> {
    // Without a slug, validation names the problem.
    const named = slug === "" ? input : { ...input, slug };
    if (origin === undefined) return this.#put(named, identity);
    try {
      return await this.#put(named, { importedFrom: origin, ifNoneMatch: "*", ...identity });
    } catch (error) {
      if (!(error instanceof PreconditionFailedError)) throw error;
    }
    if (this.#settings.onConflict === "replace" || (await this.#isSame(named, slug))) {
      return this.#put(named, { importedFrom: origin });
    }
    if (!this.#slugs.isNumbering) return null;
    return this.#putNew({ input, slug: this.#slugs.next(wanted), wanted, origin, ...identity });
  }

  /** True if the post with this slug was not imported, and equals the input. Then the import takes it over. */
  async #isSame(input: PostInput, slug: string): Promise<boolean> {
    const { organizationSlug } = this.#settings;
    const found = await this.#posts.get({ organizationSlug, slug });
    if (found === null || found.importedFrom !== undefined) return false;
    const options = { dryRun: true, isImport: true };
    return (await this.#posts.put(organizationSlug, input, options)).outcome === "unchanged";
  }

  async #put(input: PostInput, options: PutPostOptions = {}): Promise<PutPost> {
    const { organizationSlug, dryRun = false, by } = this.#settings;
    const how = { dryRun, isImport: true, isSilent: true, ...given({ by }) };
    return this.#posts.put(organizationSlug, input, { ...options, ...how });
  }

  async #imported(
    { input, place, sourceUrl, notKept = [] }: ImportedPost,
    { outcome, post }: PutPost,
  ): Promise<Count> {
    const { slug, name, aliases: kept } = post;
    const wanted = input.slug ?? toSlug(input.name);
    const named = input.aliases?.map((alias) => alias.trim()) ?? [];
    const leftOut = named.filter((alias) => kept?.includes(alias) !== true);
    const aliases = this.#aliases === undefined || leftOut.length === 0 ? kept : named;
    const addresses = { ...(sourceUrl !== undefined && { sourceUrl }), ...(aliases && { aliases }) };
    const warnings = textWarnings(post);
    const lost = await this.#lostQuestions?.explain(post);
    return () => {
      if (slug !== wanted && isNumbered(slug, wanted)) {
        const text = `the slug "${wanted}" was taken, so the slug is "${slug}"`;
        this.#categories.add(text, { category: "numbered-slug", place });
      }
      this.#report({ outcome, slug, name, ...addresses, place });
      if (notKept.length > 0) this.#firstNotKept ??= place;
      for (const one of notKept) this.#notKept.add(one);
      if (this.#aliases === undefined) for (const alias of leftOut) this.#note(aliasNote(alias, place));
      else if (named.length > 0) this.#aliases.add({ slug, aliases: named, leftOut, place });
      const difference = statusDifference(input, post);
      if (difference !== undefined) this.#note({ ...difference, place });
      const unread = lost && this.#lostQuestions?.add(lost, place);
      if (unread !== undefined) {
        const text = `the post was not searched for questions that are not FAQ entries: ${unread}`;
        this.#note({ category: "long-post", text, place });
      }
      for (const warning of warnings) {
        const { pointer, message } = warning;
        const category = pointer === "/inLanguage" ? "script-contradicts-language" : "long-title";
        this.#categories.add(`${pointer.slice(1)} ${message}`, { category, place });
        this.#report({ outcome: "warning", ...warning, place });
      }
    };
  }

  #keep(place: ImportedPost["place"], slug: string): void {
    this.#report({ outcome: "kept", slug, place });
  }

  #skipTaken({ place }: ImportedPost, slug: string, who: string): void {
    this.#skip({ category: "slug-taken", reason: `${who} the slug "${slug}"`, place });
  }

  #skip({ reason, isLoss = true, ...item }: Omit<SkippedItem, "kind">): void {
    if (!isLoss) return this.#note({ ...item, text: reason });
    if (!neverPosts.has(item.category ?? "")) this.#hasUnreadPosts = true;
    this.#categories.add(reason, { ...item, isLoss });
    this.#report({ outcome: "skipped", reason, ...item, isLoss });
  }

  #note({ text, ...note }: Omit<ImportNote, "kind">): void {
    this.#categories.add(text, note);
    this.#report({ outcome: "note", text, ...note });
  }

  #report(report: ImportReport): void {
    countItems(report, this.#counts);
    this.#settings.onReport?.(report);
  }
}

function withoutLoneSurrogates(input: PostInput): PostInput {
  return JSON.parse(JSON.stringify(input), (_name, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "") : value,
  ) as PostInput;
}

/** True if a post was changed since the last import. */
function isEdited({ revision, importedFrom }: StoredPost): boolean {
  return importedFrom !== undefined && revision !== importedFrom.revision;
}

function originIn({ source, key }: ImportOrigin): ImportOrigin {
  return { source, key };
}
