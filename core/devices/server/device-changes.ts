import { sql } from 'kysely';
import type { DeviceCountChange } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Actor } from '#platform/server/serve.ts';

type Known = { id: number; companyId: number };

/** Adds a line to the device's own history, within the change that it tells of. */
export const logDevice = (tx: Tx, device: Known, kind: string, actor: Actor | null, data: object): Promise<void> =>
  logDevices(tx, [{ device, kind, data }], actor);

/** The same for many devices, in one statement. */
export async function logDevices(
  tx: Tx,
  lines: readonly { device: Known; kind: string; data: object }[],
  actor: Actor | null,
): Promise<void> {
  if (lines.length === 0) return;
  const column = <T>(pick: (line: (typeof lines)[number]) => T) => lines.map(pick);
  // Arrays, because a statement takes 65,535 parameters and a table from elsewhere has 20,000 lines.
  await sql`INSERT INTO device_log (device_id, company_id, kind, data, actor_id, at)
    SELECT n.*, ${actor?.session.user.id ?? null}::integer, ${new Date().toISOString()}::timestamptz
      FROM unnest(${column(({ device }) => device.id)}::integer[], ${column(({ device }) => device.companyId)}::integer[],
                  ${column(({ kind }) => kind)}::text[], ${column(({ data }) => JSON.stringify(data))}::jsonb[]) AS n`.execute(
    tx,
  );
}

/** What the statistics of structures learn when a device moves. */
export const countChanges = (
  device: { companyId: number; solutionId: number; structureId: number | null },
  to: number | null,
): DeviceCountChange[] => {
  const { structureId: from, ...count } = device;
  return [
    ...(from === null ? [] : [{ companyId: count.companyId, solutionId: count.solutionId, structureId: from, by: -1 }]),
    ...(to === null ? [] : [{ companyId: count.companyId, solutionId: count.solutionId, structureId: to, by: 1 }]),
  ];
};

/** Tells open pages, gateways and workers that what they know of the device is out of date. */
export function deviceChanged(kit: Kit, device: Known): void {
  kit.live.publish({ topic: 'devices', type: 'changed', companyId: device.companyId, data: { id: device.id } });
}
