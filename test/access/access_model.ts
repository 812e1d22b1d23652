/** A key in the model. */
export interface ModelKey {
  id: string;
  key: string;
  user: number;
  /** Number of the key's family. A key and its rolled successors share a counter. */
  family: number;
  expiresAt: number;
  isRevoked: boolean;
  isRolled: boolean;
}

const day = 86_400_000;

/** A minimal model of the key rules. The API must agree with it. */
export class AccessModel {
  readonly keys: ModelKey[] = [];
  readonly isDisabled: boolean[];
  readonly isMember: boolean[];
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor({ users, limit }: { users: number; limit: number }) {
    this.isDisabled = Array.from({ length: users }, () => false);
    this.isMember = Array.from({ length: users }, () => true);
    this.#limit = limit;
  }

  isActive(user: number): boolean {
    return this.isMember[user] === true && this.isDisabled[user] === false;
  }

  isDead({ isRevoked, expiresAt }: ModelKey, now: number): boolean {
    return isRevoked || expiresAt <= now;
  }

  /** Returns the number of requests left for the day. */
  left(key: ModelKey, now: number): number {
    return this.#limit - (this.#counts.get(counterOf(key, now)) ?? 0);
  }

  count(key: ModelKey, now: number, requests: number): void {
    const counter = counterOf(key, now);
    this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + requests);
  }

  /** Returns the number of requests for each status. Requests of a user without permissions count too. */
  request(key: ModelKey, now: number, requests: number): Record<number, number> {
    if (this.isDead(key, now)) return { 401: requests };
    const counted = Math.min(requests, this.left(key, now));
    this.count(key, now, counted);
    if (!this.isActive(key.user)) return { 401: requests };
    return { 200: counted, 429: requests - counted };
  }
}

function counterOf({ family }: ModelKey, now: number): string {
  return `${family} ${Math.floor(now / day)}`;
}
