import type pg from 'pg';
import { activeAt } from '#core/devices/server/api.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { DeviceRuleState, emptyOutcome, type TimerStart } from './device-rule-state.ts';
import { resetDevicesTopic } from './device-uninstalled.ts';
import { type AlarmChange, clearAlarms, publishChanges, raiseAlarms } from './raise.ts';
import type { CompiledRule, RuleCache } from './rule-cache.ts';
import { pastPointQueries, readPastPoints, readStates } from './stored-state.ts';

/** Evaluates the rules for each batch in memory and writes alarms and timers within its transaction. */
export class Evaluator {
  private readonly states = new Map<number, DeviceRuleState>();
  private readonly kit: Kit;
  private readonly rules: RuleCache;
  private readonly stops: readonly (() => void)[];

  constructor(kit: Kit, rules: RuleCache) {
    this.kit = kit;
    this.rules = rules;
    const stopAlarms = kit.live.subscribe('alarms', (event) => {
      const { deviceId, kind } = event.data as { deviceId: number; kind: string };
      if (event.type === 'closed') this.states.get(deviceId)?.alarmClosed(kind);
      // Raised by a timer, possibly of another process: the state of the device is read again with its next message.
      else if (event.type === 'raised' && !this.states.get(deviceId)?.hasActiveAlarm(kind))
        this.states.delete(deviceId);
    });
    const stopDevices = kit.live.subscribe(resetDevicesTopic, (event) =>
      this.states.delete((event.data as { id: number }).id),
    );
    this.stops = [stopAlarms, stopDevices];
  }

  close(): void {
    for (const stop of this.stops) stop();
  }

  clearCache = (): void => this.states.clear();

  evaluate = async (client: pg.PoolClient, batch: TelemetryBatch): Promise<() => void> => {
    const outcome = emptyOutcome();
    try {
      await this.load(client, batch);
      const now = Date.now();
      for (const message of batch.messages) {
        const device = batch.device(message.d);
        const states = this.states.get(message.d);
        if (device && states?.hasRules)
          states.evaluatePoints(device, message, activeAt(device, message.r), now, outcome);
      }
      await startTimers(client, outcome.started);
      await stopTimers(client, outcome.stopped);
      const raised = await raiseAlarms(client, [...outcome.hits.values()]);
      const back = batch.connected.flatMap((deviceId) =>
        ['offline', 'no-data'].map((kind) => ({ deviceId, kind, at: now })),
      );
      const cleared = await clearAlarms(client, [...outcome.cleared.values(), ...back]);
      return () => this.publish(raised, cleared);
    } catch (error) {
      // The state in memory is ahead of the database and has to be read again.
      for (const { d } of batch.messages) this.states.delete(d);
      throw error;
    }
  };

  private publish(raised: readonly AlarmChange[], cleared: readonly AlarmChange[]): void {
    publishChanges(this.kit, raised, 'raised');
    publishChanges(this.kit, cleared, 'cleared');
  }

  /** Reads the state of devices that are not cached, or whose rules have changed. */
  private async load(client: pg.PoolClient, batch: TelemetryBatch): Promise<void> {
    const missing = new Map<number, readonly CompiledRule[]>();
    for (const { d } of batch.messages) {
      const before = this.states.get(d);
      const device = batch.device(d);
      if (before?.ruleVersion === this.rules.version || missing.has(d) || !device) continue;
      const rules = this.rules.watching(device);
      if (before && rules.length === before.rules.length && rules.every((rule, i) => rule === before.rules[i]))
        before.ruleVersion = this.rules.version;
      else missing.set(d, rules);
    }
    if (missing.size === 0) return;
    for (const [id, state] of await readStates(client, [...missing.keys()]))
      this.states.set(id, new DeviceRuleState(this.rules.version, missing.get(id) ?? [], state));
    await this.restoreHits(client, batch, missing);
  }

  /** Restores the hits of repeating rules from stored readings after a restart or a change of rules. */
  private async restoreHits(
    client: pg.PoolClient,
    batch: TelemetryBatch,
    rulesOf: ReadonlyMap<number, readonly CompiledRule[]>,
  ): Promise<void> {
    const queries = [...rulesOf].flatMap(([id, rules]) => pastPointQueries(id, rules));
    if (queries.length === 0) return;
    const now = Date.now();
    const past = await readPastPoints(client, queries, batch.messages, now);
    for (const { id } of queries) {
      const device = batch.device(id);
      const { points = [], raised = new Map() } = past.get(id) ?? {};
      if (device) this.states.get(id)?.restoreHits(points, raised, activeAt(device, now));
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
