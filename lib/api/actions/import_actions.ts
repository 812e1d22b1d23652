import { BackgroundTasks } from "../../base/background_tasks.ts";
import { isBoundToRequest, stopsAfterResponse } from "../../base/bound_to_request.ts";
import { postUrl, type StoredOrganization } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { onFirstUse } from "../../base/first_use.ts";
import type { importPosts as ImportPosts, ImportItem, ImportSettings } from "../../import/mod.ts";
import { randomId } from "../../base/secrets/random.ts";
import { Slots } from "../../base/slots.ts";
import type { OpenedUpload, Reading, ReadingProgress } from "../../import/uploads/mod.ts";
import { type AdminActor, requirePermitted, signatureOf } from "./admin_actor.ts";
import type { AdminDeps } from "./admin_deps.ts";
import type { explainFailure as ExplainFailure } from "./imports/explain_failure.ts";
import { ImportRefusedError } from "./imports/import_errors.ts";
import type { ImportJob } from "./imports/import_job.ts";
import { ImportRecords } from "./imports/import_records.ts";
import type { JobResults } from "./imports/job_results.ts";
import { ProgressWriter } from "./imports/progress_writer.ts";

/** An uploaded file and the choices for its import. */
export interface PostImport {
  file: Blob;
  fileName: string;
  /** If true, nothing is written. */
  isCheck: boolean;
  /** If true, all posts become drafts. Default: as the file says. */
  asDrafts: boolean;
  /** The treatment of a new post whose slug is taken. */
  onConflict: NonNullable<ImportSettings["onConflict"]>;
}

/** Maximum number of imports that run in a process at a time. Each holds its upload in memory. */
const mostRunning = 4;
/** Maximum size of an uploaded file in bytes. */
export const mostUploadBytes = 50_000_000;
/** Number of posts that are written at a time. Other requests need the store, too. */
const concurrency = 16;
/** Time after which an import has ended with its request, in milliseconds. Only on Cloudflare, where the code after it may never run. */
const longestImport = 15 * 60 * 1000;
/** Maximum number of kinds of lost questions in a result. */
const mostKinds = 10;
const longestName = 200;

// Most processes import nothing.
const loadUploads = onFirstUse(() => import("../../import/uploads/mod.ts"));
const loadResults = onFirstUse(() => import("./imports/job_results.ts"));
const loadImporter = onFirstUse(() => import("../../import/mod.ts"));
const loadExplanations = onFirstUse(() => import("./imports/explain_failure.ts"));

/** The actions on imports of uploaded files. An import continues after the response. */
export class ImportActions {
  readonly #deps: AdminDeps;
  readonly #records: ImportRecords;
  readonly #tasks = new BackgroundTasks();
  readonly #slots = new Slots(mostRunning);

  constructor(deps: AdminDeps) {
    this.#deps = deps;
    this.#records = new ImportRecords(deps);
  }

  /** Returns the organization's last import, or null if there was none within an hour. Needs `posts:write`. */
  async last(actor: AdminActor): Promise<ImportJob | null> {
    requirePermitted(actor, "posts:write");
    return this.#records.get(actor.organizationSlug);
  }

  /**
   * Starts an import, and returns its id. On Cloudflare Workers and AWS Lambda the import ends before. Needs `posts:write`.
   *
   * @throws {ImportRefusedError} if the file cannot be imported, or if an import of the organization or too many others are running
   * @throws {NotFoundError} if the storage does not contain the organization
   */
  async start(actor: AdminActor, input: PostImport): Promise<string> {
    requirePermitted(actor, "posts:write");
    const { clock } = this.#deps;
    const startedAt = clock.now();
    const isDead = (): boolean => isBoundToRequest && clock.now() - startedAt > longestImport;
    const release = this.#slots.take(actor.organizationSlug, { isDead });
    if (release === undefined) {
      const message = "Other imports are running on this server. Try again in a few minutes.";
      throw new ImportRefusedError("busy", message);
    }
    let task: Promise<void> | undefined;
    try {
      const organization = await this.#requireOrganization(actor.organizationSlug);
      const run = await this.#open(organization, input, signatureOf(actor).by);
      const version = await this.#records.begin(organization.slug, run.job);
      if (version === null) {
        const message = "An import of this organization is running. Wait until it has ended.";
        throw new ImportRefusedError("busy", message);
      }
      task = this.#run(organization, run, version).finally(release);
      if (!isBoundToRequest) this.#tasks.add(task);
      if (isBoundToRequest || stopsAfterResponse) await task;
      return run.job.id;
    } finally {
      if (task === undefined) release();
    }
  }

  /** Waits for the imports of this process. */
  async settle(): Promise<void> {
    await this.#tasks.settle();
  }

  async #requireOrganization(slug: string): Promise<StoredOrganization> {
    const organization = await this.#deps.organizations.get(slug);
    if (organization !== null) return organization;
    throw new NotFoundError(`Cannot import posts: the storage has no organization "${slug}"`);
  }

  async #open(
    organization: StoredOrganization,
    input: PostImport,
    by: string | undefined,
  ): Promise<OpenedImport> {
    const { slug, siteUrl, language, postFields = [] } = organization;
    const { clock, randomBytes, textWork, posts } = this.#deps;
    // Everything is loaded before the first post is written.
    const [
      { openUpload, UploadError },
      { JobResults: Results },
      { importPosts, SlugPlan },
      { explainFailure },
    ] = await Promise.all([loadUploads(), loadResults(), loadImporter(), loadExplanations()]);
    const now = clock.now();
    const progress: OpenedImport["progress"] = { onChange: () => undefined };
    const onProgress = (shown: ReadingProgress): void => {
      progress.shown = shown;
      progress.onChange();
    };
    const fileName = input.fileName.slice(-longestName);
    const { onConflict } = input;
    const links: Reading["links"] = (source) => ({
      slugs: new SlugPlan(posts, { organizationSlug: slug, source, onConflict }),
      addressOf: (one) => postUrl(organization, one),
    });
    const reading = { siteUrl, language, postFields, now, links, textWork: textWork.of(slug), onProgress };
    const upload = await openUpload(input.file, fileName, reading).catch((error: unknown) => {
      if (!(error instanceof UploadError)) throw error;
      throw new ImportRefusedError("file", error.message, { cause: error });
    });
    const results = new Results();
    const at = new Date(now).toISOString();
    const { isCheck, asDrafts } = input;
    const job: ImportJob = {
      id: randomId(randomBytes),
      fileName,
      kind: upload.kind,
      isCheck,
      asDrafts,
      state: "running",
      startedAt: at,
      changedAt: at,
      lostQuestions: [],
      ...results.current(),
    };
    return { job, upload, results, input, by, progress, importPosts, explainFailure };
  }

  /** Runs an import to its end. Never rejects. */
  async #run(organization: StoredOrganization, run: OpenedImport, version: string): Promise<void> {
    const { onError, clock } = this.#deps;
    const { job, results, progress } = run;
    const writer = new ProgressWriter({ records: this.#records, clock }, organization.slug, version);
    const stateNow = (): ImportJob => ({
      ...job,
      ...results.current(),
      ...(progress.shown && { progress: progress.shown }),
    });
    progress.onChange = () => writer.soon(stateNow);
    try {
      Object.assign(job, await this.#import(organization, run));
      job.state = "finished";
    } catch (error) {
      job.state = "failed";
      job.message = run.explainFailure(error, onError);
    }
    try {
      await writer.end(stateNow());
    } catch (error) {
      onError(error);
    }
  }

  async #import(
    { slug, faq }: StoredOrganization,
    { upload, results, input, by, progress, importPosts }: OpenedImport,
  ): Promise<Pick<ImportJob, "lostQuestions" | "answerFaults">> {
    const { posts, textWorker } = this.#deps;
    const { lostQuestions = [], answerFaults = [] } = await importPosts(
      posts,
      itemsOf(upload, input, results),
      {
        organizationSlug: slug,
        ...(by !== undefined && { by }),
        dryRun: input.isCheck,
        onConflict: input.onConflict,
        concurrency,
        faq: { ...this.#deps.faq, ...faq },
        ...(upload.source !== undefined && { source: upload.source }),
        ...(textWorker && { textWorker }),
        onReport: (report) => {
          results.add(report);
          progress.onChange();
        },
      },
    );
    return {
      lostQuestions: lostQuestions.slice(0, mostKinds),
      answerFaults: answerFaults.slice(0, mostKinds),
    };
  }
}

interface OpenedImport {
  job: ImportJob;
  upload: OpenedUpload;
  results: JobResults;
  input: PostImport;
  /** Id of the user who imports. Undefined for the operator. */
  by: string | undefined;
  progress: { shown?: ReadingProgress; onChange: () => void };
  importPosts: typeof ImportPosts;
  explainFailure: typeof ExplainFailure;
}

async function* itemsOf(
  upload: OpenedUpload,
  { asDrafts }: PostImport,
  results: JobResults,
): AsyncGenerator<ImportItem> {
  for await (const item of upload.items()) {
    results.expect(item);
    yield item.kind === "post" && asDrafts ? { ...item, input: { ...item.input, status: "draft" } } : item;
  }
}
