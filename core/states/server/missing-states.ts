import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { applyReports } from './apply-reports.ts';
import type { Reported } from './reports.ts';
import { type KeptState, keptStates } from './state-keys.ts';

/** Each of them may have years of readings. */
const atOnce = 20;

/**
 * Makes the states of devices from their readings where that was never done: the readings may be older than the rules of
 * their model. Ends early if `goesOn` returns false.
 */
export async function makeMissing(kit: Kit, goesOn: () => boolean = () => true): Promise<void> {
  const models = keptStates(kit.apps);
  const kept = [...models].flatMap(([model, all]) => all.map((one) => ({ model, sensor: one.sensorId })));
  if (kept.length === 0) return;
  while (goesOn() && (await makeNext(kit, models, kept)));
}

/** Returns false if none is left. */
const makeNext = (
  kit: Kit,
  models: ReadonlyMap<number, readonly KeptState[]>,
  kept: readonly { model: number; sensor: number }[],
): Promise<boolean> =>
  emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const { rows } = await sql<{ deviceId: number; sensorId: number; model: number }>`
      SELECT d.id AS device_id, k.sensor AS sensor_id, k.model
        FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS k (model integer, sensor integer)
        JOIN ${sql.raw(deviceFacts)} d ON d.hardware_id = k.model AND d.state = 'installed'
       WHERE NOT EXISTS (SELECT FROM state_current c WHERE c.device_id = d.id AND c.sensor_id = k.sensor AND c.channel = '' AND c.made)
       ORDER BY d.id, k.sensor LIMIT ${atOnce}`.execute(context.tx);
    const reported = rows.flatMap(({ deviceId, sensorId, model }): Reported[] => {
      const rules = models.get(model)?.find((one) => one.sensorId === sensorId);
      return rules ? [{ deviceId, sensorId, channel: '', kept: rules, reports: [] }] : [];
    });
    await applyReports(context, reported);
    return rows.length > 0;
  });
