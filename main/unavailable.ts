/** The database or NATS cannot be used; the message is one sentence. `heals` when it may be back later by itself. */
export class Unavailable extends Error {
  readonly heals: boolean;
  constructor(message: string, cause: unknown, heals: boolean) {
    super(message, { cause });
    this.heals = heals;
  }
}
