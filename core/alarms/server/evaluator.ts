import type pg from 'pg';
import { activeAt } from '#core/devices/server/api.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { forgottenDevices } from './device-uninstalled.ts';
import { knownStates, pastAsked, pastOf } from './known-state.ts';
import { type AlarmChange, announce, clearAlarms, raiseAlarms } from './raise.ts';
import type { CompiledRule, RuleBook } from './rules.ts';
import { emptyOutcome, type TimerStart, WatchedDevice } from './watched-device.ts';

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

  evaluate = async (client: pg.PoolClient, batch: TelemetryBatch): Promise<() => void> => {
    const out = emptyOutcome();
    try {
      await this.load(client, batch);
      const now = Date.now();
      for (const message of batch.messages) {
        const device = batch.device(message.d);
        const watched = this.watched.get(message.d);
        if (device && watched?.watches) watched.take(device, message, activeAt(device, message.r), now, out);
      }
      await startTimers(client, out.started);
      await stopTimers(client, out.stopped);
      const raised = await raiseAlarms(client, [...out.hits.values()]);
      const back = batch.cameOnline.flatMap((deviceId) =>
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

  /** Reads what the database knows of devices that are not watched yet, or by other rules than before. */
  private async load(client: pg.PoolClient, batch: TelemetryBatch): Promise<void> {
    const missing = new Map<number, readonly CompiledRule[]>();
    for (const { d } of batch.messages) {
      const before = this.watched.get(d);
      const device = batch.device(d);
      if (before?.ruleVersion === this.book.version || missing.has(d) || !device) continue;
      const rules = this.book.of(device);
      if (before && rules.length === before.rules.length && rules.every((rule, i) => rule === before.rules[i]))
        before.ruleVersion = this.book.version;
      else missing.set(d, rules);
    }
    if (missing.size === 0) return;
    for (const [id, state] of await knownStates(client, [...missing.keys()]))
      this.watched.set(id, new WatchedDevice(this.book.version, missing.get(id) ?? [], state));
    await this.recall(client, batch, missing);
  }

  /** Repeating rules count from what is stored, so that neither a restart nor another rule makes them begin anew. */
  private async recall(
    client: pg.PoolClient,
    batch: TelemetryBatch,
    rulesOf: ReadonlyMap<number, readonly CompiledRule[]>,
  ): Promise<void> {
    const asked = [...rulesOf].flatMap(([id, rules]) => pastAsked(id, rules));
    if (asked.length === 0) return;
    const now = Date.now();
    const past = await pastOf(client, asked, batch.messages, now);
    for (const { id } of asked) {
      const device = batch.device(id);
      const { points = [], raised = new Map() } = past.get(id) ?? {};
      if (device) this.watched.get(id)?.recall(points, raised, activeAt(device, now));
    }
  }
}

async function startTimers(client: pg.PoolClient, started: readonly TimerStart[]): Promise<void> {
  if (started.length === 0) return;
  await client.query({
    name: 'alarm-timer-start',
    text: `INSERT INTO alarm_timer (device_id, rule_id, since, due_at, sensor, value)
           SELECT d, r, to_timestamp(s / 1000.0), now() + u * interval '1 second', k, v
             FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::integer[], $5::text[], $6::double precision[]) AS n(d, r, s, u, k, v)
           ON CONFLICT DO NOTHING`,
    values: [
      started.map((one) => one.deviceId),
      started.map((one) => one.ruleId),
      started.map((one) => one.since),
      started.map((one) => one.seconds),
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
