/** The database or NATS cannot be used. The message is one sentence. `heals` means that a retry may succeed. */
export class Unavailable extends Error {
  readonly heals: boolean;
  constructor(message: string, cause: unknown, heals: boolean) {
    super(message, { cause });
    this.heals = heals;
  }
}
