import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import type { Session } from '#platform/common/access.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { visibleDevice } from './lists/visible-device.ts';
import { devicesPlaceable } from './lists/visible-devices.ts';
import { placeDevice } from './placement/placement.ts';

// No group of the demo is limited to single structures. The checks that the handlers rely on are therefore called directly.
let app: Rasid;
let session: Session;
let first: number;
let second: number;
const deviceIn = async (structureId: number | null) =>
  (
    await app.kit.pool.query(
      `SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND structure_id IS NOT DISTINCT FROM $2 ORDER BY id LIMIT 1`,
      [session.user.companyId, structureId],
    )
  ).rows[0]?.id as number;

beforeAll(async () => {
  app = await rasid();
  const operator = await app.signIn('operator@rasid.test');
  session = (await operator.call('GET', '/session')).body.data.session;
  const { rows } = await app.kit.pool.query(
    `SELECT structure_id FROM device WHERE company_id = $1 AND app = 'sample' AND structure_id IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT 2`,
    [session.user.companyId],
  );
  [first, second] = rows.map((row) => row.structure_id) as [number, number];
});
afterAll(() => app.close());

/** An actor who may do the action in the first structure and read devices in all. */
function actorAllowedTo(action: string): Actor {
  const companies = [session.user.companyId as number];
  return {
    session: { ...session, abilities: { sample: { '*': { device: ['read'] }, [first]: { device: [action] } } } },
    scope: { companies, userId: session.user.id, actingFor: companies[0] as number },
    sessionId: '',
    locale: 'en',
    email: 'operator@rasid.test',
  };
}
const as = <T>(actor: Actor, work: (tx: Parameters<Parameters<typeof inTenant>[2]>[0]) => Promise<T>) =>
  inTenant(app.kit.db, actor.scope, work);
const move = async (from: number | null, to: number) => {
  const actor = actorAllowedTo('install');
  const id = await deviceIn(from);
  return as(actor, async (tx) => {
    const device = await visibleDevice(tx, actor, 'sample', id);
    const context = { tx, kit: app.kit, actor, afterCommit: () => undefined };
    await placeDevice(context, device as Parameters<typeof placeDevice>[1], { structureId: to });
  });
};
const refused = { word: 'no-permission', status: 403 };

test('a device can be updated only in a structure where a permission group allows it', async () => {
  const actor = actorAllowedTo('update');
  const change = async (structureId: number) => {
    const id = await deviceIn(structureId);
    return as(actor, (tx) => visibleDevice(tx, actor, 'sample', id, 'update'));
  };
  expect(await change(first)).toMatchObject({ structureId: first });
  await expect(change(second)).rejects.toMatchObject(refused);
});

test('a device can be moved only between structures where a permission group allows installing', async () => {
  await expect(move(first, second)).rejects.toMatchObject(refused);
  await expect(move(second, first)).rejects.toMatchObject(refused);
  await expect(move(first, first)).resolves.toBeUndefined();
  await app.kit.pool.query(
    "UPDATE device SET structure_id = NULL, floor_id = NULL, space_id = NULL, state = 'inventory' WHERE id = $1",
    [await deviceIn(second)],
  );
  await expect(move(null, second)).rejects.toMatchObject(refused);
  await expect(move(null, first)).resolves.toBeUndefined();
});

test('the devices offered for a structure are those that the person may install there', async () => {
  const actor = actorAllowedTo('install');
  const placeableStructures = async (structureId: number) => {
    const where = sql.join([sql`true`, ...devicesPlaceable(actor, structureId)], sql` AND `);
    const structures = await inTenant(app.kit.db, actor.scope, (tx) =>
      sql<{ at: number | null }>`SELECT DISTINCT t.structure_id AS at FROM device t WHERE ${where}`.execute(tx),
    );
    return structures.rows.map(({ at }) => at).filter((at) => at !== null);
  };
  expect(await placeableStructures(first)).toEqual([first]);
  expect(await placeableStructures(second)).toEqual([]);
});
