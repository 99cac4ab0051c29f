import type { Logger } from 'pino';

const minuteMs = 60_000;
const maxCauses = 1000;

type Level = 'warn' | 'error';

/** Logs a lasting condition, such as an outage, once per minute and cause, with the number of occurrences. */
export class OncePerMinute {
  private readonly causes = new Map<string, { at: number; more: number }>();
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  /** `cause` distinguishes what is logged separately; by default only the message does. */
  write(level: Level, fields: object, message: string, cause = message): void {
    const now = performance.now();
    const known = this.causes.get(cause);
    if (known && now - known.at < minuteMs) {
      known.more += 1;
      return;
    }
    if (this.causes.size >= maxCauses) this.causes.clear();
    this.causes.set(cause, { at: now, more: 0 });
    this.log[level](known?.more ? { ...fields, more: known.more } : fields, message);
  }
}

const byLog = new WeakMap<Logger, OncePerMinute>();

/** The shared instance of a logger: what many parts of the process encounter at once is logged once. */
export function oncePerMinute(log: Logger): OncePerMinute {
  let one = byLog.get(log);
  if (!one) {
    one = new OncePerMinute(log);
    byLog.set(log, one);
  }
  return one;
}

/** The cause of an error: the same failure of many statements is one cause. */
export const causeOf = (error: Error): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.message;
};
