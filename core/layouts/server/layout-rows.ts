import { sql } from 'kysely';
import { worstOfDevices } from '#core/alarms/server/api.ts';
import { deviceFacts, deviceRows, visibleDevices } from '#core/devices/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import { floorNamed, structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { Layout, LayoutDevice } from '../common/layout.ts';

/** Conditions on `t` (layout): the caller may see its structure. */
export function visibleLayouts(actor: Actor) {
  const structures = visibleStructures(actor);
  return structures ? [sql`t.structure_id = ANY (${structures}::integer[])`] : [];
}

const deviceTable = sql.raw(deviceFacts);
/** A condition on a device and the layout `l`: the device is still installed there. A moved device keeps its old position, which does not count. */
const isOnLayout = (device: 'd' | 't') =>
  sql`${sql.ref(`${device}.structure_id`)} = l.structure_id AND (l.floor_id IS NULL OR ${sql.ref(`${device}.floor_id`)} = l.floor_id)`;

/** SQL for `{id, name}` of the layout of the device in a column. */
export const layoutOfDevice = (column: string) =>
  sql<{ id: number; name: string } | null>`(SELECT jsonb_build_object('id', l.id, 'name', l.name) FROM layout_item p
    JOIN layout l ON l.id = p.layout_id JOIN ${deviceTable} d ON d.id = p.device_id WHERE p.device_id = ${sql.ref(column)} AND ${isOnLayout('d')})`;

/** A condition on `t` (device): it is not on the layout. */
export const isNotOnLayout = (layoutId: number) =>
  sql`NOT EXISTS (SELECT FROM layout_item p JOIN layout l ON l.id = p.layout_id WHERE p.device_id = t.id AND p.layout_id = ${layoutId}
    AND ${isOnLayout('t')})`;

/** Layouts in the order of the ids, with the number of devices that the caller may see. */
export async function readLayouts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Layout[]> {
  const layouts = await sql<Layout>`
    SELECT l.id, l.company_id, l.structure_id, l.floor_id, l.name, l.file_id, l.width, l.height, l.created_at,
           ${structureNamed('l.structure_id')} AS structure, ${floorNamed('l.floor_id')} AS floor,
           (SELECT count(*) FROM layout_item p JOIN ${deviceTable} t ON t.id = p.device_id
             WHERE p.layout_id = l.id AND ${isOnLayout('t')}
               AND ${sql.join([sql`true`, ...visibleDevices(actor)], sql` AND `)}) AS devices,
           (SELECT count(*) FROM layout_item p WHERE p.layout_id = l.id AND p.device_id IS NULL) AS items
      FROM layout l WHERE l.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, layouts.rows);
}

/** Whether the caller may see the structure of a layout. */
export function isVisible(actor: Actor, { structureId }: { structureId: number }): boolean {
  const structures = visibleStructures(actor);
  return !structures || structures.includes(structureId);
}

/** The layout. Refuses with 404 if the caller may not see its structure. */
export async function visibleLayout(tx: Tx, actor: Actor, id: number) {
  const layout = await tx.selectFrom('layout').selectAll().where('id', '=', id).executeTakeFirst();
  if (!layout || !isVisible(actor, layout)) throw refuse(404, 'not-found');
  return layout;
}

/** The devices on a layout that the caller may see, as list rows with positions. */
export async function readPlacedDevices(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>,
  layoutId: number,
): Promise<LayoutDevice[]> {
  const { tx, kit, actor } = context;
  const layout = await sql<{ id: number; x: number; y: number }>`
    SELECT t.id, p.x, p.y FROM layout_item p JOIN layout l ON l.id = p.layout_id JOIN ${deviceTable} t ON t.id = p.device_id
     WHERE p.layout_id = ${layoutId} AND ${isOnLayout('t')}
       AND ${sql.join([sql`true`, ...visibleDevices(actor)], sql` AND `)} ORDER BY t.id`.execute(tx);
  const positions = new Map(layout.rows.map(({ id, x, y }) => [id, { x, y }]));
  const ids = [...positions.keys()];
  const rows = await deviceRows(tx, kit.apps, ids);
  const worst = await worstOfDevices(context, ids);
  return rows.flatMap((row) => {
    const position = positions.get(row.id);
    return position ? [{ ...row, ...position, severity: worst.get(row.id) ?? null }] : [];
  });
}
