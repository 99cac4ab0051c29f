import type { Fix } from '#core/telemetry/common/position.ts';
import type { MeasuredPoints, TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { callsForHelp, dutiesOf, isOnDuty, type WornDevice } from './duties.ts';
import { personModels } from './person-models.ts';

/** Times of positions by device. */
export type TimesByDevice = ReadonlyMap<number, ReadonlySet<number>>;

type Reported = { time: number; calls: boolean };

/** The reports of calls for help by the devices of a batch, in the order of time. */
function reportedCalls(messages: readonly MeasuredPoints[], { id, sosSensor }: WornDevice): Reported[] {
  return messages
    .filter(({ d }) => d === id)
    .flatMap(({ t, s, v }) =>
      s.flatMap((sensor, i) => (sensor === sosSensor ? [{ time: t[i] as number, calls: (v[i] ?? 0) > 0 }] : [])),
    )
    .sort((a, b) => a.time - b.time);
}

/**
 * Removes the positions of people that may not be stored: without consent, measured before it, or off duty. Those of a
 * call for help are stored anyway; returns their times.
 */
export async function dropPrivateFixes(
  kit: Kit,
  tx: Tx,
  batch: TelemetryBatch,
  fixes: Map<number, Fix[]>,
): Promise<TimesByDevice> {
  const models = personModels(kit.apps);
  const worn = [...fixes.keys()].flatMap((id) => {
    const model = models.get(batch.device(id)?.hardwareId ?? 0);
    return model ? [{ id, ...model }] : [];
  });
  const kept = new Map<number, Set<number>>();
  if (worn.length === 0) return kept;
  const duties = await dutiesOf(
    tx,
    worn.map(({ id }) => id),
  );
  const calling = await callsForHelp(tx, worn);
  for (const device of worn) {
    const { id } = device;
    const before: Reported = { time: Number.NEGATIVE_INFINITY, calls: calling.has(id) };
    const reported = [before, ...reportedCalls(batch.positions, device), ...reportedCalls(batch.messages, device)];
    const calls = ({ time }: Fix) => reported.filter((one) => one.time <= time).reduce(later).calls;
    const duty = duties.get(id);
    const allowed = (fixes.get(id) ?? []).filter((fix) => isOnDuty(duty, fix.time) || calls(fix));
    kept.set(id, new Set(allowed.flatMap((fix) => (isOnDuty(duty, fix.time) ? [] : fix.time))));
    if (allowed.length > 0) fixes.set(id, allowed);
    else fixes.delete(id);
  }
  return kept;
}

const later = (a: Reported, b: Reported): Reported => (b.time >= a.time ? b : a);
