import type { Caller } from "../../../access/mod.ts";
import { isBoundToRequest } from "../../../base/bound_to_request.ts";
import type { ChangeEvent, ChangeEventType } from "../../../events/mod.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import { allowedTypes } from "./allowed_types.ts";
import type { EventStreamDeps } from "./event_stream_deps.ts";
import { readPage } from "./read_page.ts";

/** Time between two looks at the log, in milliseconds. Events of this process are sent immediately. */
const pollInterval = 1000;
/**
 * Number of looks without an event, after which a comment keeps the connection open: 10 seconds. Proxies often cut after 30 or 60. workerd notices
 * only when it sends that a client is gone.
 */
const looksPerHeartbeat = isBoundToRequest ? 3 : 10;
/** Number of looks between two checks of the key: 5 seconds. */
const looksPerCheck = 5;
/**
 * Time in milliseconds after which a stream is dead that nobody has read from. Some runtimes, such as workerd, do not cancel the stream of a client
 * that is gone.
 */
const deadAfter = 5000;
/** Maximum number of events in one chunk. */
const eventsAtOnce = 100;

const encoder = new TextEncoder();

/** Options of {@link EventStream}. */
export interface EventStreamOptions {
  caller: Caller;
  /** Requested types of events. Default: all types that the permissions allow. */
  wanted: readonly ChangeEventType[] | undefined;
  /**
   * Returns the time in milliseconds after which the client connects again if the stream is cut.
   *
   * @param openSince milliseconds for which the stream has been open since the last call
   */
  nextRetry: (openSince: number) => number;
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
  #caller: Caller;
  #after = 0;
  /** Number of looks at the log since the last chunk, and since the last check of the key. */
  #looks = 0;
  #looksSinceCheck = 0;
  /** Time of the last call of `nextRetry`, and its result. */
  #pacedAt = 0;
  #retry = 0;
  /** Time in milliseconds after which the client connects again when the server ends the stream. Default: the last one sent. */
  #retryAtEnd: number | undefined;
  #waking = new AbortController();
  /** Time of the last sign of a reader, in milliseconds since the epoch. Infinity while one waits. */
  #readAt: number;
  #isEnding = false;
  #hasEnded = false;

  constructor(deps: EventStreamDeps, options: EventStreamOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#caller = options.caller;
    this.#readAt = this.#timeOfRead();
  }

  /** Id of the key that opened the stream. */
  get keyId(): string {
    return this.#caller.credential.id;
  }

  /** True if nobody reads the stream any longer, although the runtime has not cancelled it. */
  get isDead(): boolean {
    return this.#deps.clock.now() - this.#readAt > deadAfter;
  }

  /** Starts the stream after a position of the log. */
  start(after: number): ReadableStream<Uint8Array> {
    this.#after = after;
    this.#pacedAt = this.#deps.clock.now();
    this.#readAt = this.#pacedAt;
    return new ReadableStream<Uint8Array>(
      {
        // The position lets a client that has received no event yet continue here.
        start: (controller) => controller.enqueue(encoder.encode(`${this.#retryLine()}id: ${after}\n\n`)),
        pull: async (controller) => {
          const chunk = await this.#next();
          this.#readAt = this.#deps.clock.now();
          if (chunk !== null) controller.enqueue(encoder.encode(chunk));
          else this.#close(controller);
        },
        cancel: () => this.finish(),
      },
      { highWaterMark: 1 },
    );
  }

  /** Looks at the log now. */
  wake(): void {
    this.#waking.abort();
  }

  /**
   * Ends the stream.
   *
   * @param retry milliseconds after which the client connects again. Default: as the stream has said
   */
  end(retry?: number): void {
    this.#retryAtEnd ??= retry;
    this.#isEnding = true;
    // On Cloudflare, a request must not wake a different request. That one looks within a second.
    if (!isBoundToRequest) this.wake();
  }

  /** Ends the stream, and gives its slot back immediately. */
  finish(): void {
    this.end();
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }

  /** Returns the next chunk: events, or a comment that keeps the connection open. Returns null at the end. */
  async #next(): Promise<string | null> {
    try {
      while (!this.#isEnding) {
        this.#readAt = this.#timeOfRead();
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
      return `:\n${this.#retryLine()}id: ${page.last}\n\n`;
    }
    // The events may be newer than the last check, so the key is checked before they are sent.
    if (!isDue && !(await this.#isAccepted())) return null;
    const allowed = this.#types();
    this.#after = page.last;
    this.#looks = 0;
    const missed = page.missedFrom === undefined ? "" : missedChunk(page.missedFrom);
    return (
      this.#retryLine() +
      missed +
      page.events
        .filter(({ type }) => allowed.has(type))
        .map(toChunk)
        .join("")
    );
  }

  /** On Cloudflare, looks end with the request of a client that is gone, so each is a sign of a reader. Elsewhere they go on. */
  #timeOfRead(): number {
    return isBoundToRequest ? this.#deps.clock.now() : Infinity;
  }

  #read(): ReturnType<typeof readPage> {
    const { organizationSlug } = this.#caller.credential;
    const range = { after: this.#after, limit: eventsAtOnce, types: this.#types() };
    return readPage(this.#deps.log, organizationSlug, range);
  }

  /** Returns the line with the client's time until it connects again, or an empty text if it has not changed. */
  #retryLine(): string {
    const now = this.#deps.clock.now();
    const retry = this.#options.nextRetry(now - this.#pacedAt);
    this.#pacedAt = now;
    if (retry === this.#retry) return "";
    this.#retry = retry;
    return `retry: ${retry}\n`;
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
    this.finish();
    // A client that disconnected has closed the stream already.
    try {
      const retry = this.#retryAtEnd ?? this.#retry;
      if (retry !== this.#retry) controller.enqueue(encoder.encode(`retry: ${retry}\n\n`));
      controller.close();
    } catch {
      return;
    }
  }
}

function toChunk(event: ChangeEvent): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${toJson(event)}\n\n`;
}

function missedChunk(missedFrom: number): string {
  return `event: missed\ndata: ${JSON.stringify({ missedFrom })}\n\n`;
}
