import { sql } from 'kysely';
import { deviceFacts, deviceRows, devicesSeen } from '#core/devices/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import { floorNamed, structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { inOrder } from '#platform/server/rows.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { Layout, PlacedDevice } from '../common/layout.ts';

/** Conditions on `t`, a layout: of a structure that the caller's groups name, where these limit. */
export function layoutsSeen(actor: Actor) {
  const structures = visibleStructures(actor);
  return structures ? [sql`t.structure_id = ANY (${structures}::integer[])`] : [];
}

const facts = sql.raw(deviceFacts);
/** A condition on a device and the layout `l`: one that was moved elsewhere keeps its old position, but stands there no more. */
const standsThere = (device: 'd' | 't') =>
  sql`${sql.ref(`${device}.structure_id`)} = l.structure_id AND (l.floor_id IS NULL OR ${sql.ref(`${device}.floor_id`)} = l.floor_id)`;

/** `{id, name}` of the plan that the device in a column stands on. */
export const layoutOfDevice = (column: string) =>
  sql<{ id: number; name: string } | null>`(SELECT jsonb_build_object('id', l.id, 'name', l.name) FROM layout_device p
    JOIN layout l ON l.id = p.layout_id JOIN ${facts} d ON d.id = p.device_id WHERE p.device_id = ${sql.ref(column)} AND ${standsThere('d')})`;

/** A condition on `t`, a device: it does not stand on the plan. */
export const standsElsewhere = (layoutId: number) =>
  sql`NOT EXISTS (SELECT FROM layout_device p JOIN layout l ON l.id = p.layout_id WHERE p.device_id = t.id AND p.layout_id = ${layoutId}
    AND ${standsThere('t')})`;

/** Layouts in the order of the ids, each with how many devices the caller sees on it. */
export async function readLayouts(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Layout[]> {
  const found = await sql<Layout>`
    SELECT l.id, l.company_id, l.structure_id, l.floor_id, l.name, l.file_id, l.width, l.height, l.created_at,
           ${structureNamed('l.structure_id')} AS structure, ${floorNamed('l.floor_id')} AS floor,
           (SELECT count(*) FROM layout_device p JOIN ${facts} t ON t.id = p.device_id
             WHERE p.layout_id = l.id AND ${standsThere('t')}
               AND ${sql.join([sql`true`, ...devicesSeen(actor)], sql` AND `)}) AS devices
      FROM layout l WHERE l.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

/** The layout if the caller sees its structure, else 404 as if it were not there. */
export async function visibleLayout(tx: Tx, actor: Actor, id: number) {
  const structures = visibleStructures(actor);
  const found = await tx.selectFrom('layout').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found || (structures && !structures.includes(found.structureId))) throw refuse(404, 'not-found');
  return found;
}

/** The devices that stand on a layout and that the caller may see, as their lists show them. */
export async function readPlaced(
  tx: Tx,
  apps: readonly AppManifest[],
  actor: Actor,
  layoutId: number,
): Promise<PlacedDevice[]> {
  const found = await sql<{ id: number; x: number; y: number }>`
    SELECT t.id, p.x, p.y FROM layout_device p JOIN layout l ON l.id = p.layout_id JOIN ${facts} t ON t.id = p.device_id
     WHERE p.layout_id = ${layoutId} AND ${standsThere('t')}
       AND ${sql.join([sql`true`, ...devicesSeen(actor)], sql` AND `)} ORDER BY t.id`.execute(tx);
  const at = new Map(found.rows.map(({ id, x, y }) => [id, { x, y }]));
  const rows = await deviceRows(tx, apps, [...at.keys()]);
  return rows.flatMap((row) => {
    const position = at.get(row.id);
    return position ? [{ ...row, ...position }] : [];
  });
}
