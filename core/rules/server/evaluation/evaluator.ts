import { devicesWithChangedAlarms } from '#core/alarms/server/api.ts';
import { activeAt } from '#core/devices/server/api.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import { placeChanges } from '#core/tracking/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { RuleCache } from '../definitions/rule-cache.ts';
import type { DeviceRuleState } from './device-rule-state.ts';
import { emptyOutcome } from './rule-outcome.ts';
import { loadStates, type WatchedDevice } from './stored-state.ts';
import { writeOutcome } from './write-outcome.ts';

const unknownVersion = -1;

/** Evaluates the rules for each batch in memory and writes alarms and timers within its transaction. */
export class Evaluator {
  private readonly states = new Map<number, DeviceRuleState>();
  /** The newest events of alarms at the last two comparisons. */
  private comparedEvents: readonly number[] = [];
  private readonly kit: Kit;
  private readonly rules: RuleCache;
  private readonly stops: readonly (() => void)[];

  constructor(kit: Kit, rules: RuleCache) {
    this.kit = kit;
    this.rules = rules;
    const stopAlarms = kit.signals.on('alarms.changed', ({ changes }) => {
      for (const { deviceId, kind, type } of changes)
        if (type === 'closed') this.states.get(deviceId)?.alarmClosed(kind);
        // Raised by a timer, possibly of another process: the state of the device is read again with its next message.
        else if (type === 'raised' && !this.states.get(deviceId)?.hasActiveAlarm(kind)) this.states.delete(deviceId);
    });
    const stopDevices = kit.signals.on('rule-state.reset', ({ ids }) => this.forget(ids));
    // The states of geofences were deleted together with the positions.
    const stopTracks = kit.signals.on('tracks.reset', ({ ids }) => this.forget(ids));
    const stopComparing = kit.signals.reconcileBy('comparing the states of rules', this.reconcile);
    this.stops = [stopAlarms, stopDevices, stopTracks, stopComparing];
  }

  close(): void {
    for (const stop of this.stops) stop();
  }

  clearCache = (): void => this.states.clear();

  /** The state in memory is ahead of the database and has to be read again. */
  forget = (devices: readonly number[]): void => {
    for (const id of devices) this.states.delete(id);
  };

  /**
   * Forgets the devices whose alarms have changed: since the comparison before the last one, because an event may be
   * committed after a later one. Which rules watch each device is compared with its next message, as after a change of rules.
   */
  private reconcile = async (): Promise<void> => {
    const [since = null] = this.comparedEvents;
    const { devices, newest } = await devicesWithChangedAlarms(this.kit, since);
    this.comparedEvents = [...this.comparedEvents, newest].slice(-2);
    this.forget(devices);
    for (const state of this.states.values()) state.ruleVersion = unknownVersion;
  };

  evaluate = async (tx: Tx, batch: TelemetryBatch): Promise<() => void> => {
    const outcome = emptyOutcome();
    // While it reads the state of some devices, that of others may be forgotten: nothing may be evaluated without one.
    while (await this.load(tx, batch));
    const now = Date.now();
    // A message with only positions also ends a silence.
    for (const message of [...batch.messages, ...batch.positions.filter(({ t }) => t.length === 0)]) {
      const device = batch.device(message.d);
      const states = this.states.get(message.d);
      if (device && states?.hasRules) states.evaluatePoints(device, message, activeAt(device, message.r), now, outcome);
    }
    for (const [id, change] of placeChanges(batch)) {
      const device = batch.device(id);
      const states = this.states.get(id);
      if (device && states?.hasRules) states.evaluatePlace(device, change, activeAt(device, now), now, outcome);
    }
    for (const event of batch.events) {
      const device = batch.device(event.deviceId);
      const states = this.states.get(event.deviceId);
      if (device && states?.hasRules)
        states.evaluateEvent(device, event, event.receivedAt, activeAt(device, event.receivedAt), outcome);
    }
    for (const deviceId of batch.connected)
      outcome.cleared.set(`${deviceId} offline`, { deviceId, kind: 'offline', at: now, reason: null });
    return writeOutcome(this.kit, tx, outcome);
  };

  /** Reads the state of devices that are not cached, or whose rules have changed. Resolves with whether there were any. */
  private async load(tx: Tx, batch: TelemetryBatch): Promise<boolean> {
    const missing = new Map<number, WatchedDevice>();
    for (const d of [...batch.messages, ...batch.positions]
      .map(({ d }) => d)
      .concat(batch.events.map((e) => e.deviceId))) {
      const before = this.states.get(d);
      const device = batch.device(d);
      if (before?.ruleVersion === this.rules.version || missing.has(d) || !device) continue;
      const rules = this.rules.watching(device);
      if (before && rules.length === before.rules.length && rules.every((rule, i) => rule === before.rules[i]))
        before.ruleVersion = this.rules.version;
      else missing.set(d, { device, rules });
    }
    if (missing.size === 0) return false;
    const options = { version: this.rules.version, batch, now: Date.now() };
    for (const [id, state] of await loadStates(tx, missing, options)) this.states.set(id, state);
    return true;
  }
}
