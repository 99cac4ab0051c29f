import { sql } from 'kysely';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { gauge } from '#platform/server/monitoring/metrics.ts';
import { oncePerMinute } from '#platform/server/monitoring/once-per-minute.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { Fault } from '../common/ingest.ts';
import type { MeasuredPoints } from './measured-points.ts';

/** Clocks that differ by more than this are wrong: messages without a time would be stored at a wrong one. */
const maxDifferenceMs = 60_000;
const compareEveryMs = 10_000;
/** How long a device's report of the time counts, in milliseconds. */
const windowMs = 60_000;
/** The number of agreeing devices that is trusted. */
const minDevices = 5;
const maxDevices = 10_000;

const wrong = gauge(
  'server_clock_wrong',
  'Whether the clock of this server differs from those of the database or of most devices',
);

type Said = { at: number; company: number; future: boolean };

/**
 * Notices that the clock of this server is wrong: it differs from the database's, or is behind those of most devices.
 * Messages are then not acknowledged, so that devices send them again, instead of becoming dead letters.
 */
export class ServerClock {
  private differenceMs = 0;
  /** The last report of the time by each device, oldest first. */
  private readonly said = new Map<number, Said>();

  /** Takes the time of the database, and that of this server when it was read. */
  compare(databaseMs: number, serverMs: number): void {
    this.differenceMs = databaseMs - serverMs;
  }

  /** Takes a message, with whether its time is in the future. */
  hear(device: { id: number; companyId: number }, future: boolean): void {
    this.said.delete(device.id);
    if (this.said.size >= maxDevices) this.said.delete(this.said.keys().next().value as number);
    this.said.set(device.id, { at: performance.now(), company: device.companyId, future });
  }

  /** The sentence about a difference from the database; null without one. */
  differs(): string | null {
    const seconds = Math.round(Math.abs(this.differenceMs) / 1000);
    if (Math.abs(this.differenceMs) <= maxDifferenceMs) return null;
    const direction = this.differenceMs > 0 ? 'behind' : 'ahead of';
    return `The clock of this server is ${seconds} seconds ${direction} that of the database: messages of devices are not accepted.`;
  }

  /** The sentence if most devices, of most companies, are in the future; null otherwise. */
  isBehindDevices(): string | null {
    const since = performance.now() - windowMs;
    for (const [id, { at }] of this.said) {
      if (at >= since) break;
      this.said.delete(id);
    }
    const all = [...this.said.values()];
    const future = all.filter((one) => one.future);
    const companies = (of: readonly Said[]) => new Set(of.map(({ company }) => company)).size;
    if (future.length < minDevices || future.length * 2 < all.length || companies(future) * 2 < companies(all))
      return null;
    return `The clock of this server seems to be behind: ${future.length} of ${all.length} devices report times in the future, and those messages are not accepted.`;
  }
}

const clocks = new WeakMap<Kit, ServerClock>();

export function clockOf(kit: Kit): ServerClock {
  let clock = clocks.get(kit);
  if (!clock) {
    clock = new ServerClock();
    clocks.set(kit, clock);
  }
  return clock;
}

/** Throws if a message cannot be accepted because the clock of this server is wrong. */
export function assertClock(
  kit: Kit,
  device: { id: number; companyId: number },
  { t, r }: Pick<MeasuredPoints, 't' | 'r'>,
  faults: readonly Fault[],
): void {
  const clock = clockOf(kit);
  const future = faults.some(({ msg }) => msg === 'future-time');
  const statesTime = future || (t.length > 0 && t[0] !== r);
  if (statesTime) clock.hear(device, future);
  const problem = clock.differs() ?? (future ? clock.isBehindDevices() : null);
  if (!problem) return;
  oncePerMinute(kit.log).write('error', {}, problem, 'server-clock');
  throw refuse(503, 'try-again');
}

/** Compares the clock with the database's, and reports on `/ready` if it is wrong. */
export function watchClock(kit: Kit): Stop {
  const clock = clockOf(kit);
  const forget = [
    kit.readiness.watch(() => clock.differs(), 'reason'),
    kit.readiness.watch(() => clock.isBehindDevices(), 'warning'),
  ];
  const stop = repeat(kit, compareEveryMs, 'reading the clock of the database failed', async () => {
    const before = Date.now();
    const { rows } = await inSystem(kit.telemetry.db, (tx) =>
      sql<{ now: number }>`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`.execute(tx),
    );
    // Waiting for an answer must not look like a difference.
    const after = Date.now();
    const now = rows[0]?.now ?? before;
    clock.compare(now, Math.min(Math.max(now, Math.min(before, after)), Math.max(before, after)));
    wrong.set(clock.differs() || clock.isBehindDevices() ? 1 : 0);
  });
  return async () => {
    for (const one of forget) one();
    await stop();
  };
}
