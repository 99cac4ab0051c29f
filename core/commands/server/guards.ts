import { sql } from 'kysely';
import {
  forbiddingGuard,
  type GuardFacts,
  guardsOf,
  guardsPosition,
} from '#core/devices/common/commands/command-guard.ts';
import type { CommandSpec, Guard } from '#core/devices/common/manifest.ts';
import { newestValues, sensorRegistry, valueOf } from '#core/devices/server/api.ts';
import { type Emitting, emit } from '#platform/server/domain-events.ts';

type Guarded = Pick<CommandSpec, 'unless'>;
type Newest = { deviceId: number; sensorId: number; value: number | null; word: string | null; at: number };
type GuardedDevice = { device: { id: number; app: string }; spec: Guarded };

/** The guard that currently forbids a command of a device; null if none does. */
export async function guardNow(
  context: Emitting,
  device: GuardedDevice['device'],
  spec: Guarded,
  params: Readonly<Record<string, unknown>>,
): Promise<Guard | null> {
  const factsOf = await readFacts(context, [{ device, spec }]);
  return forbiddingGuard(spec, params, factsOf(device), Date.now());
}

/**
 * Reads what the guards of commands are checked against, in two statements for any number of devices, and in none for
 * commands without guards. The returned function gives the facts of a device.
 */
export async function readFacts(
  context: Emitting,
  guarded: readonly GuardedDevice[],
): Promise<(device: GuardedDevice['device']) => GuardFacts> {
  const { tx, kit } = context;
  const registry = sensorRegistry(kit.apps);
  const sensors = new Set(
    guarded.flatMap(({ device, spec }) =>
      guardsOf(spec).flatMap((guard) =>
        'sensor' in guard ? (registry.named(device.app, guard.sensor)?.id ?? []) : [],
      ),
    ),
  );
  const ids = [...new Set(guarded.map(({ device }) => device.id))];
  const newest =
    sensors.size === 0
      ? []
      : (
          await sql<Newest>`
            SELECT device_id, sensor_id, value, word, extract(epoch FROM time)::float8 * 1000 AS at FROM ${sql.raw(newestValues)} l
             WHERE device_id = ANY (${ids}::integer[]) AND sensor_id = ANY (${[...sensors]}::integer[])`.execute(tx)
        ).rows;
  const byDevice = Map.groupBy(newest, ({ deviceId }) => deviceId);
  const placed = guarded.flatMap(({ device, spec }) => (guardsPosition(spec) ? device.id : []));
  const positions = new Map<number, { at: number; speed: number | null }>();
  if (placed.length > 0) await emit(context, 'devices.positions', { ids: placed, positions });
  return ({ id, app }) => ({
    value(key) {
      const sensor = registry.named(app, key);
      const found = byDevice.get(id)?.find(({ sensorId }) => sensorId === sensor?.id);
      return found && { value: valueOf(sensor, found.value, found.word), at: found.at };
    },
    position: positions.get(id) ?? null,
  });
}
