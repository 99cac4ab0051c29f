import type { Logger } from 'pino';
import { counter } from '#platform/server/monitoring/metrics.ts';
import { showable } from './strict-json.ts';

const windowMs = 60_000;
const maxPairs = 10_000;
const maxLogLines = 100;
/** Failures of a name from an address within a minute. Further ones are delayed or refused. */
export const maxFailuresPerMinute = 20;
const failed = counter('device_sign_ins_failed', 'Devices that were refused for a wrong name or secret');

/**
 * Counts and logs failed sign-ins. Only failures are limited: a secret of 192 bits cannot be guessed, and a correct
 * secret is accepted regardless of earlier failures.
 */
export class SignInFailures {
  private readonly counts = new Map<string, number>();
  private readonly log: Logger;
  private window = 0;
  private lines = 0;

  constructor(log: Logger) {
    this.log = log;
  }

  /** Records a failure. Returns whether the name has failed too often from the address. Beyond a limit all pairs share a count. */
  record(name: string, address: string): boolean {
    failed.inc();
    const window = Math.floor(performance.now() / windowMs);
    if (window !== this.window) {
      this.window = window;
      this.lines = 0;
      this.counts.clear();
    }
    const pair = `${address} ${showable(name)}`;
    const key = this.counts.has(pair) || this.counts.size < maxPairs ? pair : '';
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    const tooMany = count > maxFailuresPerMinute;
    if (count === 1 || count === maxFailuresPerMinute + 1) this.write({ device: showable(name), address, tooMany });
    return tooMany;
  }

  private write(fields: object): void {
    this.lines++;
    if (this.lines < maxLogLines) this.log.warn(fields, 'a device could not sign in');
    else if (this.lines === maxLogLines)
      this.log.warn(fields, 'a device could not sign in; more within this minute are not logged');
  }
}
