import { type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { HeaderList } from "../../lib/http/mod.ts";
import { inPhase } from "../../storage-drivers/in_phase.ts";
import type { LightResponse } from "./light_response.ts";

/** How many answers wait at most: the first is not to wait for hundreds. */
const mostWaiting = 64;

/**
 * Writes the answers of one turn of the event loop one after the other, at the end of the turn. A proxy or client on the same machine is then
 * woken once for several of them; to be woken for each would cost both more than all else of a request.
 */
export class AnswersTogether<Exchange extends { outgoing: ServerResponse }> {
  readonly #onFailure: (error: unknown, exchange: Exchange) => void;
  #waiting: { response: LightResponse; exchange: Exchange }[] = [];

  /** @param onFailure told what kept an answer from being written */
  constructor(onFailure: (error: unknown, exchange: Exchange) => void) {
    this.#onFailure = onFailure;
  }

  add(response: LightResponse, exchange: Exchange): void {
    if (this.#waiting.length === 0) inPhase("answer", () => this.#write());
    if (this.#waiting.push({ response, exchange }) === mostWaiting) this.#write();
  }

  #write(): void {
    const answers = this.#waiting;
    this.#waiting = [];
    for (const { response, exchange } of answers) {
      try {
        const { status, list, content } = response;
        const { outgoing } = exchange;
        outgoing.writeHead(status, headersFor(outgoing, list)).end(content ?? undefined);
      } catch (error) {
        this.#onFailure(error, exchange);
      }
    }
  }
}

/** A `writeHead` that a host's middleware has put in the place of Node's may know headers as an object only. */
function headersFor(outgoing: ServerResponse, list: HeaderList): string[] | OutgoingHttpHeaders {
  return outgoing.writeHead === ServerResponse.prototype.writeHead ? list.lines : list.toRecord();
}
