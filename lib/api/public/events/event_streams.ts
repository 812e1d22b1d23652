import type { Caller } from "../../../access/mod.ts";
import { isBoundToRequest } from "../../../base/bound_to_request.ts";
import type { ChangeEventType } from "../../../events/mod.ts";
import { ProblemError } from "../../../http/mod.ts";
import { type Release, type SlotHolder, Slots } from "../../../base/slots.ts";
import type { EventStreamDeps } from "./event_stream_deps.ts";
import { EventStream } from "./event_stream.ts";
import { ReconnectPace, shortestRetry } from "./reconnect_pace.ts";

/** Maximum number of open streams of a key in one process. */
const mostOfKey = 10;
/** Seconds after which a client may try to open a stream again. */
const retrySeconds = 5;

/** Requested part of a stream. */
export interface StreamStart {
  /** Position after which the stream starts. Default: only new events. */
  after: number | undefined;
  /** Requested types of events. Default: all types that the permissions allow. */
  wanted: readonly ChangeEventType[] | undefined;
  /** True if the client continues an earlier stream. */
  isResumed: boolean;
}

/** The open event streams of a process. */
export class EventStreams {
  readonly #deps: EventStreamDeps;
  readonly #open = new Set<EventStream>();
  readonly #slots: Slots;
  readonly #pace = new ReconnectPace();
  /** Reasons to refuse new streams: one for each server that is closing. */
  readonly #closings = new Set<object>();

  constructor(deps: EventStreamDeps) {
    this.#deps = deps;
    this.#slots = new Slots(deps.most);
  }

  /**
   * Opens a stream for a caller. It ends when another organization needs its slot, and the client connects again with `Last-Event-ID`.
   *
   * @throws {ProblemError} if too many streams are open, or the process is stopping
   */
  async open(caller: Caller, { after, wanted, isResumed }: StreamStart): Promise<ReadableStream<Uint8Array>> {
    const { id: keyId, organizationSlug } = caller.credential;
    const release = this.#takeSlot(caller, { stop: () => stream.finish(), isDead: () => stream.isDead });
    const stream = new EventStream(this.#deps, {
      caller,
      wanted,
      nextRetry: (openSince) => {
        this.#pace.stayOpen(keyId, openSince, this.#countLiving(keyId));
        return this.#pace.delayOf(keyId);
      },
      onEnd: () => end(),
    });
    // On Cloudflare, a request must not wake a different request.
    const stopListening = isBoundToRequest
      ? () => undefined
      : this.#deps.outbox.onAppended((slug) => {
          if (slug === organizationSlug) stream.wake();
        });
    const end = (): void => {
      stopListening();
      release();
      this.#open.delete(stream);
    };
    this.#open.add(stream);
    if (isResumed) this.#pace.resume(keyId, this.#countLiving(keyId));
    try {
      return stream.start(after ?? (await this.#deps.log.last(organizationSlug)));
    } catch (error) {
      end();
      throw error;
    }
  }

  /**
   * Ends all streams, and refuses new ones. Clients soon connect to another process with `Last-Event-ID`.
   *
   * @returns a function that allows new streams again
   */
  close(): () => void {
    const closing = {};
    this.#closings.add(closing);
    for (const stream of this.#open) stream.end(shortestRetry);
    return () => void this.#closings.delete(closing);
  }

  #streamsOf(keyId: string): EventStream[] {
    return [...this.#open].filter((stream) => stream.keyId === keyId);
  }

  /** Returns the number of streams of a key with a reader. The calling stream counts in any case. */
  #countLiving(keyId: string): number {
    return Math.max(1, this.#streamsOf(keyId).filter(({ isDead }) => !isDead).length);
  }

  #takeSlot({ credential: { id, organizationSlug } }: Caller, holder: SlotHolder): Release {
    if (this.#streamsOf(id).length >= mostOfKey) this.#slots.freeDead();
    const canOpen = this.#closings.size === 0 && this.#streamsOf(id).length < mostOfKey;
    const release = canOpen ? this.#slots.take(organizationSlug, holder) : undefined;
    if (release !== undefined) return release;
    const headers = { "retry-after": String(retrySeconds) };
    const detail = `Too many event streams are open. Try again in ${retrySeconds} seconds, or read pages`;
    throw new ProblemError("too-many-streams", detail, { headers });
  }
}
