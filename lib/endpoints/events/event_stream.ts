import type { Caller } from "../../access/mod.ts";
import type { ChangeEvent, ChangeEventType } from "../../events/mod.ts";
import { allowedTypes } from "./allowed_types.ts";
import type { EventStreamDeps } from "./event_stream_deps.ts";
import { readPage } from "./read_page.ts";

/** Time between two looks at the log, in milliseconds. Events of this process are sent immediately. */
const pollInterval = 1000;
/** Number of looks without an event, after which a comment keeps the connection open: 15 seconds. */
const looksPerHeartbeat = 15;
/** Number of looks between two checks of the key: 5 seconds. */
const looksPerCheck = 5;
/** Maximum number of events in one chunk. */
const eventsAtOnce = 100;
/** Time in milliseconds after which a client connects again. */
const retryDelay = 2000;

const encoder = new TextEncoder();

/** Options of {@link EventStream}. */
export interface EventStreamOptions {
  caller: Caller;
  /** Requested types of events. Default: all types that the permissions allow. */
  wanted: readonly ChangeEventType[] | undefined;
  /** Called once, when the stream has ended. */
  onEnd: () => void;
}

/**
 * Server-sent events of an organization (WHATWG HTML, "Server-sent events"). The log is read only when the client has taken the previous
 * events, so a slow client holds no memory.
 */
export class EventStream {
  readonly #deps: EventStreamDeps;
  readonly #options: EventStreamOptions;
  readonly #ending = new AbortController();
  #caller: Caller;
  #after = 0;
  /** Number of looks at the log since the last chunk, and since the last check of the key. */
  #looks = 0;
  #looksSinceCheck = 0;
  #waking = new AbortController();
  #hasEnded = false;

  constructor(deps: EventStreamDeps, options: EventStreamOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#caller = options.caller;
  }

  /** Id of the key that opened the stream. */
  get keyId(): string {
    return this.#caller.credential.id;
  }

  /** Starts the stream after a position of the log. */
  start(after: number): ReadableStream<Uint8Array> {
    this.#after = after;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(encoder.encode(`retry: ${retryDelay}\n\n`)),
        pull: async (controller) => {
          const chunk = await this.#next();
          if (chunk !== null) controller.enqueue(encoder.encode(chunk));
          else this.#close(controller);
        },
        cancel: () => this.#finish(),
      },
      { highWaterMark: 1 },
    );
  }

  /** Looks at the log now. */
  wake(): void {
    this.#waking.abort();
  }

  /** Ends the stream. */
  end(): void {
    this.#ending.abort();
    this.wake();
  }

  /** Returns the next chunk: events, or a comment that keeps the connection open. Returns null at the end. */
  async #next(): Promise<string | null> {
    try {
      while (!this.#ending.signal.aborted) {
        this.#waking = new AbortController();
        const chunk = await this.#look();
        if (chunk !== undefined) return chunk;
        await this.#deps.sleep(pollInterval, this.#waking.signal).catch(() => undefined);
      }
    } catch (error) {
      // The client connects again after the end of the stream.
      this.#deps.onError(error);
    }
    return null;
  }

  /** Looks at the log once. Returns undefined if there is nothing to send. */
  async #look(): Promise<string | null | undefined> {
    const isDue = this.#looksSinceCheck >= looksPerCheck;
    if (isDue && !(await this.#isAccepted())) return null;
    this.#looks++;
    this.#looksSinceCheck++;
    const page = await this.#read();
    if (page.events.length === 0 && page.missedFrom === undefined) {
      this.#after = page.last;
      if (this.#looks < looksPerHeartbeat) return undefined;
      this.#looks = 0;
      return ":\n\n";
    }
    // The events may be newer than the last check, so the key is checked before they are sent.
    if (!isDue && !(await this.#isAccepted())) return null;
    const allowed = this.#types();
    this.#after = page.last;
    this.#looks = 0;
    const missed = page.missedFrom === undefined ? "" : missedChunk(page.missedFrom);
    return (
      missed +
      page.events
        .filter(({ type }) => allowed.has(type))
        .map(toChunk)
        .join("")
    );
  }

  #read(): ReturnType<typeof readPage> {
    const { organizationSlug } = this.#caller.credential;
    const range = { after: this.#after, limit: eventsAtOnce, types: this.#types() };
    return readPage(this.#deps.events, organizationSlug, range);
  }

  #types(): ReadonlySet<ChangeEventType> {
    return allowedTypes(this.#caller.permissions, this.#options.wanted);
  }

  /** True if the key is still accepted, and may still read the requested events. */
  async #isAccepted(): Promise<boolean> {
    this.#looksSinceCheck = 0;
    const caller = await this.#deps.checkCaller(this.#caller);
    if (caller === null) return false;
    this.#caller = caller;
    try {
      return this.#types().size > 0;
    } catch {
      return false;
    }
  }

  #close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#finish();
    // A client that disconnected has closed the stream already.
    try {
      controller.close();
    } catch {
      return;
    }
  }

  #finish(): void {
    this.end();
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }
}

function toChunk(event: ChangeEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function missedChunk(missedFrom: number): string {
  return `event: missed\ndata: ${JSON.stringify({ missedFrom })}\n\n`;
}
