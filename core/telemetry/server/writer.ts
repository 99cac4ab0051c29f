import type pg from 'pg';
import {
  activeAt,
  type DeviceDirectory,
  type KnownDevice,
  recordBattery,
  recordHeard,
  recordLatest,
  sensorRegistry,
  valueOf,
} from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { counter, duration } from '#platform/server/metrics.ts';
import { newestColumns, readingColumns } from './batch.ts';
import type { Measured } from './tables.ts';

/** What happened in a batch, for those who listen: alarms. */
export type CommittedBatch = {
  messages: readonly Measured[];
  device: (id: number) => KnownDevice | undefined;
  /** Devices that had been offline. */
  back: readonly number[];
};
/** Works within the transaction of the batch; what it returns runs after the commit. */
export type BatchListener = (client: pg.PoolClient, batch: CommittedBatch) => Promise<() => void>;

// How often "last heard" is written for a device: the timer of silence tolerates as much.
const heardEveryMs = 5000;
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
  private readonly heardAt = new Map<number, number>();

  constructor(kit: Kit, directory: DeviceDirectory) {
    this.kit = kit;
    this.directory = directory;
  }

  listen(listener: BatchListener): void {
    this.listeners.push(listener);
  }

  /** Empties what is remembered of devices: another process worked on them meanwhile. */
  forget(): void {
    this.directory.forget();
    for (const forget of this.forgetters) forget();
  }

  onForget(forget: () => void): void {
    this.forgetters.push(forget);
  }

  /** Commits all of it. A batch that the database refuses is halved until the message at fault stands alone. */
  async write(messages: Measured[]): Promise<void> {
    await this.directory.load(messages.map((message) => message.d));
    const known = messages.filter((message) => this.directory.peek(message.d));
    if (known.length === 0) return;
    try {
      await this.commit(known);
    } catch (error) {
      if (known.length === 1 || !isDataError(error)) throw error;
      const half = known.length >> 1;
      await this.write(known.slice(0, half));
      await this.write(known.slice(half));
    }
  }

  private async commit(messages: Measured[]): Promise<void> {
    const finished = batchSeconds.startTimer();
    const client = await this.kit.pool.connect();
    let after: (() => void)[] = [];
    const now = Date.now();
    const heard = this.heardNow(messages, now);
    const battery = this.batteryChanges(messages);
    try {
      await client.query('BEGIN; SET LOCAL ROLE rasid_all');
      const fresh = await this.insert(client, messages);
      await recordLatest(client, newestColumns(messages));
      const back = await recordHeard(client, heard);
      if (battery.size) await recordBattery(client, battery);
      after = await Promise.all(
        this.listeners.map((listen) =>
          listen(client, { messages: fresh, device: (id) => this.directory.peek(id), back }),
        ),
      );
      await client.query('COMMIT');
      client.release();
      for (const { id } of heard) this.heardAt.set(id, now);
      for (const id of back)
        this.kit.live.publish({
          topic: 'devices',
          type: 'online',
          companyId: this.directory.peek(id)?.companyId ?? null,
          data: { id },
        });
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      client.release(error as Error);
      throw error;
    }
    for (const [id, level] of battery) {
      const device = this.directory.peek(id);
      if (device) device.battery = level;
    }
    finished();
    storedMessages.inc(messages.length);
    storedPoints.inc(messages.reduce((sum, message) => sum + message.t.length, 0));
    for (const work of after) work();
    this.publish(messages);
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
    const mine = await client.query<{ i: number }>(
      `SELECT n.i::integer AS i FROM unnest($1::integer[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS n(d, s, t, i)
         JOIN reading r ON r.device_id = n.d AND r.sensor_id = n.s AND r.time = to_timestamp(n.t / 1000.0)
        WHERE r.xmin::text = (pg_current_xact_id()::text::bigint & 4294967295)::text`,
      [columns.device, columns.sensor, columns.time],
    );
    return only(messages, new Set(mine.rows.map((row) => row.i - 1)));
  }

  private heardNow(messages: readonly Measured[], now: number) {
    const ids = new Set<number>();
    for (const { d } of messages) if ((this.heardAt.get(d) ?? 0) < now - heardEveryMs) ids.add(d);
    return [...ids]
      .sort((a, b) => a - b)
      .map((id) => ({ id, silentMs: (this.directory.peek(id)?.reportEverySeconds ?? 60) * 3000 + heardEveryMs }));
  }

  private batteryChanges(messages: readonly Measured[]): Map<number, number> {
    const levels = new Map<number, number>();
    for (const { d, s, v } of messages) {
      const at = s.lastIndexOf(batteryId);
      const level = at < 0 ? null : v[at];
      if (typeof level === 'number' && Math.round(level) !== this.directory.peek(d)?.battery)
        levels.set(d, Math.round(level));
    }
    return new Map([...levels].sort(([a], [b]) => a - b));
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

// SQLSTATE classes: 22 data exception, 23 integrity. All others (connection, resources) concern the whole batch.
const isDataError = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));
