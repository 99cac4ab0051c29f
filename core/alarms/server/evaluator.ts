import type pg from 'pg';
import { activeAt, newestValues } from '#core/devices/server/api.ts';
import type { CommittedBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { type AlarmChange, announce, clearAlarms, raiseAlarms } from './raise.ts';
import type { RuleBook } from './rules.ts';
import { forgottenDevices } from './taken-out.ts';
import { emptyOutcome, type TimerStart, WatchedDevice } from './watched-device.ts';

type KnownRow = {
  device_id: number;
  active: string[] | null;
  waiting: number[] | null;
  latest: [number, number | null, string | null][] | null;
};

/** Judges each batch by the rules in memory and writes what follows within the batch's transaction. */
export class Evaluator {
  private readonly watched = new Map<number, WatchedDevice>();
  private readonly kit: Kit;
  private readonly book: RuleBook;
  private readonly stops: readonly (() => void)[];

  constructor(kit: Kit, book: RuleBook) {
    this.kit = kit;
    this.book = book;
    const stopAlarms = kit.live.subscribe('alarms', (event) => {
      const { deviceId, kind } = event.data as { deviceId: number; kind: string };
      if (event.type === 'closed') this.watched.get(deviceId)?.closed(kind);
      // Raised by a timer, perhaps in another process: this device is read anew at its next message.
      else if (event.type === 'raised' && !this.watched.get(deviceId)?.knowsActive(kind)) this.watched.delete(deviceId);
    });
    const stopDevices = kit.live.subscribe(forgottenDevices, (event) =>
      this.watched.delete((event.data as { id: number }).id),
    );
    this.stops = [stopAlarms, stopDevices];
  }

  close(): void {
    for (const stop of this.stops) stop();
  }

  forget = (): void => this.watched.clear();

  judge = async (client: pg.PoolClient, batch: CommittedBatch): Promise<() => void> => {
    const out = emptyOutcome();
    try {
      await this.load(client, batch);
      for (const { d, r, t, s, v, w } of batch.messages) {
        const device = batch.device(d);
        const watched = this.watched.get(d);
        if (device && watched?.watches) watched.take(device, t, s, v, w, activeAt(device, r), out);
      }
      await startTimers(client, out.started);
      await stopTimers(client, out.stopped);
      const raised = await raiseAlarms(client, [...out.hits.values()]);
      const now = Date.now();
      const back = batch.back.flatMap((deviceId) =>
        ['offline', 'no-data'].map((kind) => ({ deviceId, kind, at: now })),
      );
      const cleared = await clearAlarms(client, [...out.cleared.values(), ...back]);
      return () => this.tell(raised, cleared);
    } catch (error) {
      // What was judged in memory is not in the database: begin again from there.
      for (const { d } of batch.messages) this.watched.delete(d);
      throw error;
    }
  };

  private tell(raised: readonly AlarmChange[], cleared: readonly AlarmChange[]): void {
    announce(this.kit, raised, 'raised');
    announce(this.kit, cleared, 'cleared');
  }

  /** Reads what the database knows of devices that are not watched yet, in one statement. */
  private async load(client: pg.PoolClient, batch: CommittedBatch): Promise<void> {
    const missing = new Map<number, ReturnType<RuleBook['of']>>();
    for (const { d } of batch.messages) {
      if (this.watched.get(d)?.ruleVersion === this.book.version || missing.has(d)) continue;
      const device = batch.device(d);
      if (device) missing.set(d, this.book.of(device));
    }
    if (missing.size === 0) return;
    const found = await client.query<KnownRow>({
      name: 'alarm-known',
      text: `SELECT d AS device_id,
                    (SELECT array_agg(a.kind) FROM alarm a WHERE a.device_id = d AND a.disposition IN ('open', 'escalated') AND a.condition = 'active') AS active,
                    (SELECT array_agg(t.rule_id) FROM alarm_timer t WHERE t.device_id = d) AS waiting,
                    (SELECT jsonb_agg(jsonb_build_array(l.sensor_id, l.value, l.word)) FROM ${newestValues} l WHERE l.device_id = d) AS latest
               FROM unnest($1::integer[]) AS d`,
      values: [`{${[...missing.keys()].join()}}`],
    });
    for (const row of found.rows) {
      const values = new Map<number, number | string>();
      for (const [sensor, value, word] of row.latest ?? []) {
        const known = value ?? word;
        if (known !== null) values.set(sensor, known);
      }
      this.watched.set(
        row.device_id,
        new WatchedDevice(this.book.version, missing.get(row.device_id) ?? [], {
          values,
          active: new Set(row.active),
          waiting: new Set(row.waiting),
        }),
      );
    }
  }
}

async function startTimers(client: pg.PoolClient, started: readonly TimerStart[]): Promise<void> {
  if (started.length === 0) return;
  await client.query({
    name: 'alarm-timer-start',
    text: `INSERT INTO alarm_timer (device_id, rule_id, since, due_at, sensor, value)
           SELECT d, r, to_timestamp(s / 1000.0), to_timestamp(u / 1000.0), k, v
             FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::bigint[], $5::text[], $6::double precision[]) AS n(d, r, s, u, k, v)
           ON CONFLICT DO NOTHING`,
    values: [
      started.map((one) => one.deviceId),
      started.map((one) => one.ruleId),
      started.map((one) => one.since),
      started.map((one) => one.dueAt),
      started.map((one) => one.sensor),
      started.map((one) => one.value),
    ],
  });
}

async function stopTimers(
  client: pg.PoolClient,
  stopped: readonly { deviceId: number; ruleId: number }[],
): Promise<void> {
  if (stopped.length === 0) return;
  await client.query({
    name: 'alarm-timer-stop',
    text: 'DELETE FROM alarm_timer t USING unnest($1::integer[], $2::integer[]) AS n(d, r) WHERE t.device_id = n.d AND t.rule_id = n.r',
    values: [stopped.map((one) => one.deviceId), stopped.map((one) => one.ruleId)],
  });
}
