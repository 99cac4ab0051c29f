import { sql } from 'kysely';
import type { DeviceCountChange } from '#core/places/server/api.ts';
import { present } from '#platform/server/clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';

type DeviceRef = { id: number; companyId: number };

/** Adds a line to the device log within the transaction of the change. */
export const logDevice = (tx: Tx, device: DeviceRef, kind: string, actor: Actor | null, data: object): Promise<void> =>
  logDevices(tx, [{ device, kind, data }], actor?.session.user.id ?? null);

/** Adds log lines of many devices in one statement, in this order; `by` is the person, `at` when it was, if not now. */
export async function logDevices(
  tx: Tx,
  lines: readonly { device: DeviceRef; kind: string; data: object; at?: string | undefined }[],
  by: number | null,
): Promise<void> {
  if (lines.length === 0) return;
  const column = <T>(pick: (line: (typeof lines)[number]) => T) => lines.map(pick);
  const now = present().toISOString();
  // Arrays, because a statement has at most 65,535 parameters and an import up to 20,000 lines.
  await sql`INSERT INTO device_log (device_id, company_id, kind, data, actor_id, at)
    SELECT n.device_id, n.company_id, n.kind, n.data, ${by}::integer, n.at
      FROM unnest(${column(({ device }) => device.id)}::integer[], ${column(({ device }) => device.companyId)}::integer[],
                  ${column(({ kind }) => kind)}::text[], ${column(({ data }) => JSON.stringify(data))}::jsonb[], ${column(({ at }) => at ?? now)}::timestamptz[])
           WITH ORDINALITY AS n (device_id, company_id, kind, data, at, nth) ORDER BY n.nth`.execute(tx);
}

/** Renames devices: the same statements for any number of them. A name that a device has already is not a change. */
export async function renameDevices(
  tx: Tx,
  renames: readonly { device: DeviceRef & { name: string }; name: string }[],
  by: number,
): Promise<void> {
  const changed = renames.filter(({ device, name }) => device.name !== name);
  if (changed.length === 0) return;
  await sql`UPDATE device SET name = n.name
    FROM unnest(${changed.map(({ device }) => device.id)}::integer[], ${changed.map(({ name }) => name)}::text[]) AS n (id, name)
   WHERE device.id = n.id`.execute(tx);
  await logDevices(
    tx,
    changed.map(({ device, name }) => ({ device, kind: 'renamed', data: { from: device.name, to: name } })),
    by,
  );
}

/** The changes of the device counts of structures when a device moves to another structure or, for null, to none. */
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

/** Tells open pages, gateways and workers that a device has changed. */
export function deviceChanged(kit: Kit, device: DeviceRef): void {
  kit.signals.send('device.changed', { id: device.id });
  kit.live.publish({ topic: 'devices', type: 'changed', companyId: device.companyId, data: { id: device.id } });
}
