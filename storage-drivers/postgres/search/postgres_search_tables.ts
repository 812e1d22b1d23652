import type {
  CandidateResult,
  FindQuery,
  FinishedIndex,
  FoundWord,
  IndexChange,
  IndexName,
  IndexState,
  MisspelledWord,
  ReadResult,
  SearchTables,
  SimilarWord,
  TableDocument,
  WordEntry,
  WordsQuery,
} from "../../../lib/store/mod.ts";
import type { Row, SqlValue } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import { PostgresStoreError } from "../connection/postgres_store_error.ts";
import { numbersOf } from "../records/array_text.ts";
import { listsOfChange, listsOfWordsOf } from "./lists_of_change.ts";
import { findValues } from "./find_values.ts";
import { exactColumn } from "../connection/session_settings.ts";
import { reservationSeconds } from "../sql/write_search.ts";

/** Milliseconds for a change. A document of 1,000,000 characters has tens of thousands of words. */
const changeTimeout = 30_000;
/** Number of words of documents that are sent together. */
const wordsAtOnce = 10_000;
/** Character after all characters of words. */
const lastCharacter = "\u{10ffff}";
/** Columns of the state of an index. Its rows are those of the revision only while no writer has changed some of them. */
const stateColumns = (revision: string): string =>
  `id, ${revision}, ${exactColumn("changes_at")}, array_to_string(languages, ','), results, words`;

/** Search indexes in the tables of a PostgreSQL database. */
export class PostgresSearchTables implements SearchTables {
  readonly #database: Database;
  readonly #schemaName: string;
  readonly #schema: string;
  readonly #closing: AbortController;
  readonly #signal: AbortSignal | undefined;

  constructor(
    database: Database,
    schemaName: string,
    { closing = new AbortController(), signal }: { closing?: AbortController; signal?: AbortSignal } = {},
  ) {
    this.#database = database;
    this.#schemaName = schemaName;
    this.#schema = `"${schemaName}"`;
    this.#closing = closing;
    this.#signal = signal;
  }

  stoppedBy(signal: AbortSignal): PostgresSearchTables {
    return new PostgresSearchTables(this.#database, this.#schemaName, { closing: this.#closing, signal });
  }

  /** Cancels the changes in progress, which can take long. Their writers release their indexes. */
  async close(): Promise<void> {
    this.#closing.abort(new PostgresStoreError("the store is closed"));
    await new Promise(setImmediate);
  }

  async find({ partition, kind, stamp }: IndexName): Promise<IndexState | null> {
    const [row] = await this.#read(
      `select ${stateColumns("case when writer is null then revision end")} from ${this.#schema}.search_index
      where partition = $1 and kind = $2 and stamp = $3`,
      [partition, kind, stamp],
    );
    return row === undefined ? null : toState(row);
  }

  async claim({ partition, ownerKey, kind, stamp }: IndexName, writer: string): Promise<IndexState | null> {
    const [row] = await this.#write(
      `insert into ${this.#schema}.search_index as index (partition, owner_key, kind, stamp, writer, writer_until)
      values ($1, $2, $3, $4, $5, clock_timestamp() + interval '${reservationSeconds} seconds')
      on conflict (partition, kind, stamp) do update
      set writer = excluded.writer, writer_until = excluded.writer_until
      where index.writer is null or index.writer_until < clock_timestamp()
      returning ${stateColumns("revision")}`,
      [partition, ownerKey, kind, stamp, writer],
    );
    return row === undefined ? null : toState(row);
  }

  async versions(index: number, after: string, limit: number): Promise<{ key: string; version: string }[]> {
    const rows = await this.#read(
      `select key, version from ${this.#schema}.search_document where index = $1 and key > $2 order by key limit $3`,
      [index, after, limit],
    );
    return rows.map(([key, version]) => ({ key: key ?? "", version: version ?? "" }));
  }

  /** Documents with many words are added in parts. Long lists take too long to send in one step. */
  async apply(change: IndexChange): Promise<boolean> {
    const words = change.added.reduce((sum, document) => sum + document.words.length, 0);
    if (words <= wordsAtOnce) return this.#change("write_search", listsOfChange(change));
    if (!(await this.#change("write_search", listsOfChange({ ...change, added: [] })))) return false;
    for (const document of change.added) {
      if (!(await this.#addInParts(change, document))) return false;
    }
    return true;
  }

  async #addInParts(change: IndexChange, document: TableDocument): Promise<boolean> {
    const first = { ...document, words: document.words.slice(0, wordsAtOnce) };
    const lists = listsOfChange({ ...change, removed: [], added: [first] });
    if (!(await this.#change("write_search", lists))) return false;
    for (let at = wordsAtOnce; at < document.words.length; at += wordsAtOnce) {
      const part = { ...document, words: document.words.slice(at, at + wordsAtOnce) };
      if (!(await this.#change("extend_search", listsOfWordsOf(change, part)))) return false;
    }
    return true;
  }

  async finish({ index, writer, revision, changesAt }: FinishedIndex): Promise<boolean> {
    const rows = await this.#write(
      `with finished as (
        update ${this.#schema}.search_index
        set writer = null, revision = $3, changes_at = $4, replaced_at = null
        where id = $1 and writer = $2
        returning id, partition, kind
      ),
      replaced as (
        update ${this.#schema}.search_index as other set replaced_at = clock_timestamp()
        from finished
        where other.partition = finished.partition and other.kind = finished.kind
          and other.id <> finished.id and other.replaced_at is null
      )
      select id from finished`,
      [index, writer, revision, changesAt],
    );
    return rows.length > 0;
  }

  /** The writer may have changed some rows, so the index has no revision until the next writer has finished. */
  async release(index: number, writer: string): Promise<void> {
    await this.#write(
      `update ${this.#schema}.search_index set writer_until = '-infinity' where id = $1 and writer = $2`,
      [index, writer],
      null,
    );
  }

  async rename(index: number, { partition, kind, stamp }: IndexName): Promise<void> {
    await this.drop({ partition, ownerKey: null, kind, stamp });
    await this.#write(`update ${this.#schema}.search_index set stamp = $2 where id = $1`, [index, stamp]);
  }

  async drop({ partition, kind, stamp }: IndexName): Promise<void> {
    await this.#write(
      `update ${this.#schema}.search_index set stamp = 'removed ' || id, replaced_at = '-infinity'
      where partition = $1 and kind = $2 and stamp = $3`,
      [partition, kind, stamp],
    );
  }

  async words({ index, words, stems, prefix }: WordsQuery): Promise<FoundWord[]> {
    const { text, limit } = prefix ?? { text: "", limit: 0 };
    const rows = await this.#read(
      `select found.id, wanted.word, found.results, 'word', null
      from unnest($2::text[]) as wanted (word)
      cross join lateral (
        select id, results from ${this.#schema}.search_word as known
        where known.index = $1 and known.word = wanted.word and known.results > 0
        offset 0
      ) as found
      union all
      select found.id, found.word, found.results, 'stem', wanted.stem
      from unnest($3::text[]) as wanted (stem)
      cross join lateral (
        select word from ${this.#schema}.search_stem as known
        where known.index = $1 and known.stem = wanted.stem
        offset 0
      ) as stem
      cross join lateral (
        select id, word, results from ${this.#schema}.search_word as known
        where known.id = stem.word and known.results > 0
        offset 0
      ) as found
      union all (
        select id, word, results, 'prefix', null from (
          select id, word, results from ${this.#schema}.search_word as known
          where index = $1 and word >= $4 and word < $5 and results > 0
          union
          select known.id, known.word, known.results
          from ${this.#schema}.search_stem as spelled, ${this.#schema}.search_word as known
          where spelled.index = $1 and spelled.stem >= ' ' || $4 and spelled.stem < ' ' || $5
            and known.id = spelled.word and known.results > 0
        ) as beginning
        order by results desc, word
        limit $6
      )`,
      [index, words, stems, text, text + lastCharacter, limit],
    );
    return rows.map((row) => ({
      ...toWord(row),
      by: row[3] as FoundWord["by"],
      stem: row[4] ?? null,
    }));
  }

  /**
   * Looks at the words that share the first letter, or the second half, and at spelled forms that share the first letter. A word that lacks
   * too many letters of another one has too many typos.
   */
  async similarWords(index: number, misspelled: readonly MisspelledWord[]): Promise<SimilarWord[]> {
    const rows = await this.#read(
      `select found.id, found.word, found.results, wanted.n, found.form
      from (
        select word, most, n, left(word, 1) collate "C" as beginning,
          reverse(right(word, length(word) / 2)) collate "C" as ending
        from unnest($2::text[], $3::int[]) with ordinality as misspelled (word, most, n)
        offset 0
      ) as wanted
      cross join lateral (
        select id, word, results, word as form from ${this.#schema}.search_word as known
        where known.index = $1 and ${isNear("known.word")} and ${beginsWith("known.word", "wanted.beginning")}
        union
        select id, word, results, word from ${this.#schema}.search_word as known
        where known.index = $1 and ${isNear("known.word")} and ${beginsWith("reverse(known.word)", "wanted.ending")}
        union
        select known.id, known.word, known.results, substr(spelled.stem, 2)
        from ${this.#schema}.search_stem as spelled, ${this.#schema}.search_word as known
        where spelled.index = $1 and ${beginsWith("spelled.stem", "' ' || wanted.beginning")}
          and known.id = spelled.word and ${isNear("substr(spelled.stem, 2)")}
      ) as found`,
      [index, misspelled.map(({ word }) => word), misspelled.map(({ most }) => most)],
    );
    return rows.map((row) => ({ ...toWord(row), of: Number(row[3]) - 1, form: row[4] ?? "" }));
  }

  async findResults(query: FindQuery): Promise<CandidateResult[]> {
    const values = findValues(query);
    const places = values.map((_, index) => `$${index + 1}`).join(", ");
    const rows = await this.#read(
      `select id, key, number, about, length, name_length, name, counts, to_json(lines) from ${this.#schema}.find_results(${places})`,
      values,
    );
    return rows.map(([id, key, number, about, length, nameLength, name, counts, lines]) => ({
      result: Number(id),
      place: `${key} ${number}`,
      type: Number(about) & 3,
      isFree: (Number(about) & 4) > 0,
      length: Number(length),
      nameLength: Number(nameLength),
      name: name ?? "",
      counts: numbersOf(counts),
      lines: JSON.parse(lines ?? "[]") as string[],
    }));
  }

  async readResults(results: readonly number[]): Promise<ReadResult[]> {
    const rows = await this.#read(
      `select result.id, key, slug, ${exactColumn("updated_at")}, passages, folded
      from unnest($1::int[]) as wanted (id)
      cross join lateral (
        select * from ${this.#schema}.search_result as known where known.id = wanted.id offset 0
      ) as result
      cross join lateral (
        select * from ${this.#schema}.search_document as known where known.id = result.document offset 0
      ) as document`,
      [results],
    );
    return rows.map(([id, key, slug, updatedAt, passages, folded]) => ({
      result: Number(id),
      key: key ?? "",
      slug: slug ?? "",
      updatedAt: Number(updatedAt),
      passages: passages ?? "",
      folded: folded ?? "",
    }));
  }

  async passagesOf(
    index: number,
    slug: string,
    now: number,
  ): Promise<{ key: string; isFree: boolean; passages: string } | null> {
    const [row] = await this.#read(
      `select key, is_free, passages
      from ${this.#schema}.search_document as document
      join ${this.#schema}.search_result as result on result.document = document.id and number = 0
      where index = $1 and slug = $2 and public_from <= $3`,
      [index, slug, now],
    );
    if (row === undefined) return null;
    const [key, isFree, passages] = row;
    return { key: key ?? "", isFree: isFree === "t", passages: passages ?? "" };
  }

  async sizeOf(index: number): Promise<{ documents: number; passages: number }> {
    const [row] = await this.#read(
      `select count(distinct document.id), coalesce(sum(passage_count), 0)
      from ${this.#schema}.search_document as document
      left join ${this.#schema}.search_result as result on result.document = document.id
      where index = $1`,
      [index],
    );
    return { documents: Number(row?.[0]), passages: Number(row?.[1]) };
  }

  /** Calls a function that returns false if the writer has not reserved the index. */
  async #change(name: string, values: readonly SqlValue[]): Promise<boolean> {
    const places = values.map((_, index) => `$${index + 1}`).join(", ");
    const [row] = await this.#write(`select ${this.#schema}.${name}(${places})`, values);
    return row?.[0] === "t";
  }

  async #read(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    await this.#database.open();
    return this.#database.read({ text, values: values.map(withoutNul) }, this.#signal);
  }

  async #write(
    text: string,
    values: readonly SqlValue[],
    signal: AbortSignal | null = this.#closing.signal,
  ): Promise<Row[]> {
    await this.#database.open();
    const limits = { deadline: performance.now() + changeTimeout, signal: signal ?? undefined };
    return this.#database.write({ text, values: values.map(withoutNul) }, limits);
  }
}

/** Replaces NUL, which PostgreSQL cannot store, in all texts of a value. Content of a host can have it. */
function withoutNul(value: SqlValue): SqlValue {
  if (typeof value === "string") return value.replaceAll("\0", "\u0001");
  if (!isTexts(value)) return value;
  return value.map((text) => text.replaceAll("\0", "\u0001"));
}

function isTexts(value: SqlValue): value is readonly string[] {
  return Array.isArray(value) && typeof value[0] === "string";
}

function toState([id, revision = null, changesAt, languages, results, words]: Row): IndexState {
  return {
    index: Number(id),
    revision,
    changesAt: Number(changesAt),
    languages: (languages ?? "").split(","),
    results: Number(results),
    words: Number(words),
  };
}

function toWord([id, word, results]: Row): WordEntry {
  return { id: Number(id), word: word ?? "", results: Number(results) };
}

/** Returns the condition that a form of a word has few typos. */
function isNear(form: string): string {
  return `known.results > 0
          and abs(length(${form}) - length(wanted.word)) <= wanted.most
          and length(translate(${form}, wanted.word, '')) <= wanted.most
          and length(translate(wanted.word, ${form}, '')) <= wanted.most`;
}

function beginsWith(column: string, beginning: string): string {
  return `${column} >= ${beginning} and ${column} < ${beginning} || '${lastCharacter}'`;
}
