import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import type { Session } from '#platform/common/access.ts';
import { inTenant } from '#platform/server/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { visibleDevice } from './device-handlers.ts';
import { devicesPlaceable, placeDevice } from './placement.ts';

// Changing and placing devices is for administrators, whom no group limits, until a role's ceiling says otherwise: what
// the handlers rely on is called here itself.
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

/** Somebody who may do this in the first structure and looks at everything. */
function only(action: string): Actor {
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
  const actor = only('install');
  const id = await deviceIn(from);
  return as(actor, async (tx) => {
    const device = await visibleDevice(tx, actor, 'sample', id);
    await placeDevice(tx, actor, device as Parameters<typeof placeDevice>[2], { structureId: to });
  });
};
const refused = { word: 'no-permission', status: 403 };

test('a device is changed only where a group lets one change devices', async () => {
  const actor = only('update');
  const change = async (structureId: number) => {
    const id = await deviceIn(structureId);
    return as(actor, (tx) => visibleDevice(tx, actor, 'sample', id, 'update'));
  };
  expect(await change(first)).toMatchObject({ structureId: first });
  await expect(change(second)).rejects.toMatchObject(refused);
});

test('a device is placed only where, and taken only from where, a group lets one install', async () => {
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

test('only what may be installed in a structure is offered for it', async () => {
  const actor = only('install');
  const standing = async (structureId: number) => {
    const where = sql.join([sql`true`, ...devicesPlaceable(actor, structureId)], sql` AND `);
    const found = await inTenant(app.kit.db, actor.scope, (tx) =>
      sql<{ at: number | null }>`SELECT DISTINCT t.structure_id AS at FROM device t WHERE ${where}`.execute(tx),
    );
    return found.rows.map(({ at }) => at).filter((at) => at !== null);
  };
  expect(await standing(first)).toEqual([first]);
  expect(await standing(second)).toEqual([]);
});
