import type { Logger } from 'pino';
import { counter } from '#platform/server/monitoring/metrics.ts';
import { showable } from './strict-json.ts';

const windowMs = 60_000;
const maxPairs = 10_000;
const maxLogLines = 100;
/** Failures of a name from an address within a minute of the first. Further ones are delayed or refused. */
export const maxFailuresPerMinute = 20;
const failed = counter('device_sign_ins_failed', 'Devices that were refused for a wrong name or secret');

/**
 * Counts and logs failed sign-ins. Only failures are limited: a secret of 192 bits cannot be guessed, and a correct
 * secret is accepted regardless of earlier failures.
 */
export class SignInFailures {
  /** By name and address, the oldest first. */
  private readonly counts = new Map<string, { since: number; count: number }>();
  private readonly log: Logger;
  private lines = { since: 0, count: 0 };

  constructor(log: Logger) {
    this.log = log;
  }

  /** Records a failure. Returns whether the name has failed too often from the address. Beyond a limit all pairs share a count. */
  record(name: string, address: string): boolean {
    failed.inc();
    const now = performance.now();
    this.forgetBefore(now - windowMs);
    const pair = `${address} ${showable(name)}`;
    const key = this.counts.has(pair) || this.counts.size < maxPairs ? pair : '';
    const { since, count: before } = this.counts.get(key) ?? { since: now, count: 0 };
    const count = before + 1;
    this.counts.set(key, { since, count });
    const tooMany = count > maxFailuresPerMinute;
    if (count === 1 || count === maxFailuresPerMinute + 1)
      this.write({ device: showable(name), address, tooMany }, now);
    return tooMany;
  }

  private forgetBefore(time: number): void {
    for (const [key, { since }] of this.counts) {
      if (since > time) return;
      this.counts.delete(key);
    }
  }

  private write(fields: object, now: number): void {
    if (now - this.lines.since >= windowMs) this.lines = { since: now, count: 0 };
    this.lines.count++;
    if (this.lines.count < maxLogLines) this.log.warn(fields, 'a device could not sign in');
    else if (this.lines.count === maxLogLines)
      this.log.warn(fields, 'a device could not sign in; more within this minute are not logged');
  }
}
