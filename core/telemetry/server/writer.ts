import type pg from 'pg';
import {
  activeAt,
  type DeviceDirectory,
  type KnownDevice,
  recordBattery,
  recordLastSeen,
  recordLatest,
  sensorRegistry,
  valueOf,
} from '#core/devices/server/api.ts';
import type { Failures } from '#platform/server/batch-lane.ts';
import { isDataError, isolateFaults } from '#platform/server/isolate-faults.ts';
import type { Kit } from '#platform/server/kit.ts';
import { counter, duration } from '#platform/server/metrics.ts';
import { isMeasured, newestColumns, readingColumns } from './batch.ts';
import { storeDeadLetter } from './dead-letter-store.ts';
import { noteLate } from './rollup.ts';
import { Suspects } from './suspects.ts';
import type { Measured } from './tables.ts';
import { telemetryTopic } from './topics.ts';

/** What a batch brings, for those who listen within its transaction: alarms. */
export type TelemetryBatch = {
  /** Only points that had not been stored before, each once. */
  messages: readonly Measured[];
  device: (id: number) => KnownDevice | undefined;
  /** Devices that had been offline. */
  back: readonly number[];
};
/** Works within the transaction of the batch; what it returns runs after the commit. */
export type BatchListener = (client: pg.PoolClient, batch: TelemetryBatch) => Promise<() => void>;

// How often "last heard" is written for a device: the timer of silence tolerates as much.
const seenEveryMs = 5000;
const batteryId = 1;
const storedMessages = counter('telemetry_messages', 'Messages whose points are committed');
const storedPoints = counter('telemetry_points', 'Points that are committed');
const batchSeconds = duration('telemetry_batch', 'Transactions that store a batch of messages');

/** Turns batches of messages into readings, newest values and events, each batch in one transaction. */
export class TelemetryWriter {
  readonly directory: DeviceDirectory;
  private readonly kit: Kit;
  private readonly listeners: BatchListener[] = [];
  private readonly forgetters: (() => void)[] = [];
  private readonly seenAt = new Map<number, number>();
  private readonly suspects = new Suspects();

  constructor(kit: Kit, directory: DeviceDirectory) {
    this.kit = kit;
    this.directory = directory;
  }

  listen(listener: BatchListener): void {
    this.listeners.push(listener);
  }

  /** Empties what is remembered of devices: another process worked on them meanwhile. */
  forget(): void {
    this.directory.clear();
    for (const forget of this.forgetters) forget();
  }

  onForget(forget: () => void): void {
    this.forgetters.push(forget);
  }

  /**
   * Commits all of it. What the database refuses for its data is kept aside alone, and the others go on; what fails for
   * any other reason is answered as failed, to come again.
   */
  async write(messages: readonly Measured[]): Promise<Failures> {
    const read = messages.flatMap((message, at) => (isMeasured(message) ? [{ message, at }] : []));
    if (read.length < messages.length)
      this.kit.log.error({ count: messages.length - read.length }, 'messages of the stream are not of this version');
    await this.directory.load(read.map(({ message }) => message.d));
    const known = read.filter(({ message }) => this.directory.peek(message.d));
    // Whose message was refused a moment ago does not share a transaction with others: halving costs them time.
    const suspects = Map.groupBy(known, ({ message: { d } }) => (this.suspects.has(d) ? d : null));
    const failures = new Map<number, unknown>();
    for (const part of [suspects.get(null) ?? [], ...[...suspects].flatMap(([d, one]) => (d === null ? [] : [one]))]) {
      const commit = (some: Measured[]) => this.commit(some);
      for (const [at, error] of await isolateFaults(part, commit, (one, error) => this.setAside(one, error)))
        failures.set(at, error);
    }
    return failures;
  }

  /** Commits one message; false when the database refuses what it holds. */
  async writeOne(message: Measured): Promise<boolean> {
    await this.directory.load([message.d]);
    try {
      await this.commit([message]);
      return true;
    } catch (error) {
      if (!isDataError(error)) throw error;
      this.kit.log.error({ err: error, device: message.d }, 'a message was refused by the database');
      return false;
    }
  }

  private async setAside(message: Measured, error: unknown): Promise<void> {
    this.suspects.note(message.d);
    this.kit.log.error({ err: error, device: message.d }, 'a message was refused by the database and is kept aside');
    const device = this.directory.peek(message.d);
    if (!device) return;
    const payload = JSON.stringify(asSent(message, sensorRegistry(this.kit.apps).byId));
    await storeDeadLetter(this.kit, device, telemetryTopic, payload, [{ param: '', msg: 'not-stored' }]);
  }

  private async commit(messages: Measured[]): Promise<void> {
    const finished = batchSeconds.startTimer();
    const now = performance.now();
    const heard = this.seenNow(messages, now);
    const client = await this.kit.telemetry.pool.connect();
    let fresh: readonly Measured[];
    let back: number[];
    let batteries: Awaited<ReturnType<typeof recordBattery>>;
    let after: (() => void)[];
    try {
      await client.query('BEGIN; SET LOCAL ROLE rasid_all');
      fresh = await this.insert(client, messages);
      await noteLate(client, fresh, Date.now());
      back = await recordLastSeen(client, heard);
      const batch = { messages: fresh, device: (id: number) => this.directory.peek(id), back };
      // Before the newest values move: listeners find them as they were before this batch.
      after = await Promise.all(this.listeners.map((listen) => listen(client, batch)));
      await recordLatest(client, newestColumns(fresh));
      batteries = await recordBattery(client, this.maybeNewBattery(fresh));
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(error as Error),
      );
      throw error;
    }
    for (const { id } of heard) this.seenAt.set(id, now);
    for (const { id, battery } of batteries) {
      const device = this.directory.peek(id);
      if (device) device.battery = battery;
    }
    finished();
    storedMessages.inc(messages.length);
    storedPoints.inc(messages.reduce((sum, message) => sum + message.t.length, 0));
    this.tell(fresh, back, after);
  }

  /** Tells what is committed: whatever goes wrong here, the messages are stored. */
  private tell(fresh: readonly Measured[], back: readonly number[], after: readonly (() => void)[]): void {
    try {
      for (const id of back) {
        const companyId = this.directory.peek(id)?.companyId ?? null;
        this.kit.live.publish({ topic: 'devices', type: 'online', companyId, data: { id } });
      }
      for (const work of after) work();
      this.publish(fresh);
    } catch (error) {
      this.kit.log.error({ err: error }, 'telling about a committed batch failed');
    }
  }

  /** Stores the points and returns the messages with only those that had not been stored before. */
  private async insert(client: pg.PoolClient, messages: Measured[]): Promise<readonly Measured[]> {
    const columns = readingColumns(messages);
    const done = await client.query({
      name: 'reading-insert',
      text: `INSERT INTO reading (device_id, sensor_id, time, value, word)
             SELECT d, s, to_timestamp(t / 1000.0), v, w FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::double precision[], $5::text[]) AS n(d, s, t, v, w)
             ON CONFLICT DO NOTHING`,
      values: [columns.device, columns.sensor, columns.time, columns.value, columns.word],
    });
    if (done.rowCount === columns.count) return messages;
    // Some were there already. Ours are those whose row was written by this transaction: `xmin` is the lower half of the
    // transaction's number. Of a point that stands twice in the batch the first counts, as it did for the INSERT.
    const mine = await client.query<{ i: number }>(
      `SELECT min(n.i)::integer AS i FROM unnest($1::integer[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS n(d, s, t, i)
         JOIN reading r ON r.device_id = n.d AND r.sensor_id = n.s AND r.time = to_timestamp(n.t / 1000.0)
        WHERE r.xmin::text = (pg_current_xact_id()::text::bigint & 4294967295)::text
        GROUP BY n.d, n.s, n.t`,
      [columns.device, columns.sensor, columns.time],
    );
    return only(messages, new Set(mine.rows.map((row) => row.i - 1)));
  }

  private seenNow(messages: readonly Measured[], now: number) {
    const ids = new Set<number>();
    for (const { d } of messages) if ((this.seenAt.get(d) ?? Number.NEGATIVE_INFINITY) < now - seenEveryMs) ids.add(d);
    return [...ids]
      .sort((a, b) => a - b)
      .map((id) => ({ id, offlineAfterMs: (this.directory.peek(id)?.reportEverySeconds ?? 60) * 3000 + seenEveryMs }));
  }

  /** Devices whose message names another battery level than the lists show; it may be a late one. */
  private maybeNewBattery(messages: readonly Measured[]): number[] {
    const ids = new Set<number>();
    for (const { d, s, v } of messages) {
      const at = s.lastIndexOf(batteryId);
      const level = at < 0 ? null : v[at];
      if (typeof level === 'number' && Math.round(level) !== this.directory.peek(d)?.battery) ids.add(d);
    }
    return [...ids].sort((a, b) => a - b);
  }

  private publish(messages: readonly Measured[]): void {
    const { byId } = sensorRegistry(this.kit.apps);
    for (const { d, t, s, v, w } of messages) {
      const topic = `device:${d}`;
      if (!this.kit.live.wanted(topic)) continue;
      const device = this.directory.peek(d);
      if (!device || !activeAt(device, Date.now())) continue;
      const values = s.map((id, i) => ({
        sensor: byId.get(id)?.key,
        time: t[i],
        value: valueOf(byId.get(id), v[i] ?? null, w?.[i] ?? null),
      }));
      this.kit.live.publish({ topic, type: 'values', companyId: device.companyId, data: { id: d, values } });
    }
  }
}

/** The messages without the points whose position over all of them is not in `keep`. */
function only(messages: readonly Measured[], keep: ReadonlySet<number>): Measured[] {
  let position = 0;
  return messages.flatMap((message) => {
    const first = position;
    position += message.t.length;
    const kept = message.t.flatMap((_, i) => (keep.has(first + i) ? [i] : []));
    if (kept.length === 0) return [];
    const pick = <T>(column: readonly T[]) => kept.map((i) => column[i] as T);
    return {
      d: message.d,
      r: message.r,
      t: pick(message.t),
      s: pick(message.s),
      v: pick(message.v),
      ...(message.w ? { w: pick(message.w) } : {}),
    };
  });
}

/** A message as the device could have sent it, so that it can be read again. */
const asSent = ({ t, s, v, w }: Measured, byId: ReadonlyMap<number, { key: string }>) =>
  t.map((ts, i) => ({ ts, values: { [byId.get(s[i] as number)?.key ?? '']: w?.[i] ?? v[i] ?? null } }));
