import { sql } from 'kysely';
import { deviceFacts, newestValues, sensorRegistry } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import { meteringOf, meterOf } from '../meters.ts';
import { maxMeters, scanMeter } from './scan.ts';

/** Scans the meters of all apps that have new readings. */
export async function scanMeters(kit: Kit): Promise<void> {
  for (const app of kit.apps) {
    if (!app.metering) continue;
    for (let after = 0; ; ) {
      const due = await dueMeters(kit, app, after);
      for (const device of due) await scanOne(kit, app, device);
      if (due.length < maxMeters) break;
      after = due.at(-1)?.id ?? 0;
    }
  }
}

type DueDevice = Parameters<typeof meterOf>[3];

async function dueMeters(kit: Kit, app: AppManifest, after: number): Promise<DueDevice[]> {
  const registry = sensorRegistry(kit.apps);
  const specs = Object.entries(meteringOf(app).solutions);
  const rows = await inSystem(kit.db, (tx) =>
    sql<DueDevice>`
      SELECT d.id, d.company_id, d.solution_id, d.structure_id, d.hardware_id, d.serial
        FROM unnest(${specs.map(([id]) => Number(id))}::integer[], ${specs.map(([, { sensor }]) => registry.named(app.id, sensor)?.id ?? 0)}::integer[]) AS s (solution, sensor)
        JOIN ${sql.raw(deviceFacts)} d ON d.solution_id = s.solution AND d.app = ${app.id} AND d.id > ${after}
        JOIN ${sql.raw(newestValues)} l ON l.device_id = d.id AND l.sensor_id = s.sensor
        LEFT JOIN meter m ON m.device_id = d.id
       WHERE m.device_id IS NULL OR l.time > m.scanned_until ORDER BY d.id LIMIT ${maxMeters}`.execute(tx),
  );
  return rows.rows;
}

/** Scans meters before their readings are billed. Each scan is committed separately. */
export async function scanDevices(kit: Kit, app: AppManifest, ids: readonly number[], since?: number): Promise<void> {
  const solutions = Object.keys(meteringOf(app).solutions).map(Number);
  const rows = await inSystem(kit.db, (tx) =>
    sql<DueDevice>`
      SELECT d.id, d.company_id, d.solution_id, d.structure_id, d.hardware_id, d.serial FROM ${sql.raw(deviceFacts)} d
       WHERE d.id = ANY (${[...ids]}::integer[]) AND d.app = ${app.id} AND d.solution_id = ANY (${solutions}::integer[]) ORDER BY d.id`.execute(
      tx,
    ),
  );
  for (const device of rows.rows) await scanOne(kit, app, device, since);
}

/** Scans a meter. A failure does not affect other meters. */
async function scanOne(kit: Kit, app: AppManifest, device: DueDevice, since?: number): Promise<void> {
  await emittingAsSystem(kit, kit.db, async (context) => {
    const meter = await meterOf(context.tx, kit, app, device);
    await scanMeter(context, systemScope, meter, since);
  }).catch((error: unknown) => kit.log.error({ err: error, device: device.id }, 'a meter could not be scanned'));
}
