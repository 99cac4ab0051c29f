import type { Logger } from 'pino';
import { counter } from '#platform/server/metrics.ts';
import { showable } from './strict-json.ts';

const windowMs = 60_000;
const mostPairs = 10_000;
const mostLines = 100;
/** Failures of one name from one address within a minute; those beyond are answered late or not judged further. */
export const maxFailuresPerMinute = 20;
const failed = counter('device_sign_ins_failed', 'Devices that were refused for a wrong name or secret');

/**
 * Counts and logs what fails to sign in. It limits nothing but failures: a secret of 192 bits cannot be guessed, and
 * whoever has the right one is let in however often others tried its name.
 */
export class SignInFailures {
  private readonly counts = new Map<string, number>();
  private readonly log: Logger;
  private window = 0;
  private lines = 0;

  constructor(log: Logger) {
    this.log = log;
  }

  /** Whether this name failed too often from this address. Who fills the memory with names is counted as one. */
  note(name: string, address: string): boolean {
    failed.inc();
    const window = Math.floor(performance.now() / windowMs);
    if (window !== this.window) {
      this.window = window;
      this.lines = 0;
      this.counts.clear();
    }
    const pair = `${address} ${showable(name)}`;
    const key = this.counts.has(pair) || this.counts.size < mostPairs ? pair : '';
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    const tooMany = count > maxFailuresPerMinute;
    if (count === 1 || count === maxFailuresPerMinute + 1) this.write({ device: showable(name), address, tooMany });
    return tooMany;
  }

  private write(facts: object): void {
    this.lines++;
    if (this.lines < mostLines) this.log.warn(facts, 'a device could not sign in');
    else if (this.lines === mostLines)
      this.log.warn(facts, 'a device could not sign in; more within this minute are not logged');
  }
}
