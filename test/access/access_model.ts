/** What a key is, as far as the model knows. */
export interface ModelKey {
  id: string;
  key: string;
  user: number;
  /** Keys that were rolled from one another count together. */
  family: number;
  expiresAt: number;
  isRevoked: boolean;
  isRolled: boolean;
}

const day = 86_400_000;

/** The rules of keys in a few lines: what the API must agree with. */
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

  /** How many requests of the day are left. */
  left(key: ModelKey, now: number): number {
    return this.#limit - (this.#counts.get(counterOf(key, now)) ?? 0);
  }

  count(key: ModelKey, now: number, requests: number): void {
    const counter = counterOf(key, now);
    this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + requests);
  }

  /** How many of some requests with a key get which status. The requests of a user who may nothing count all the same. */
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
