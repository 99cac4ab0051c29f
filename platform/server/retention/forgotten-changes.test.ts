import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem, inTenant } from '../postgres/database.ts';
import { addVisit, clearVisits, createVisits, night, visitors } from './visits.fixture.ts';

let app: Rasid;
let admin: TestPerson;
let reem: number;
let mariam: number;

beforeAll(async () => {
  app = await rasid();
  admin = await app.signIn('customer@rasid.test');
  const session = (await admin.call('GET', '/session')).body.data;
  [reem, mariam] = [session.company.id, session.user.id];
  await createVisits(app.kit);
});
afterAll(() => app.close());
beforeEach(() => clearVisits(app.kit));

const visit = (of: Parameters<typeof addVisit>[2]) => addVisit(app.kit, reem, of);

describe('the change log', () => {
  type Change = { field: string; before: unknown; after: unknown; forgotten?: true };
  /** The logged changes of visits, newest first, with exactly the fields that have values. */
  const logged = async (id: number) => {
    const { body } = await admin.call('GET', `/company/${reem}/change-log?kind=roomVisit&limit=50`);
    const lines = body.data as { action: string; person: unknown; record: { id: string }; changes: Change[] }[];
    return lines.filter(({ record }) => record.id === String(id));
  };
  const text = async (id: number): Promise<string> => {
    const { rows } = await app.kit.pool.query(
      `SELECT string_agg(c::text, '') AS text FROM change_log c WHERE table_name = 'room_visit' AND row_id = $1::text`,
      [id],
    );
    return rows[0].text;
  };

  test('forgets exactly the named columns of what was pseudonymised, and keeps who changed them and when', async () => {
    const [id, young] = [await visit({ days: 40, visitor: 'Salma' }), await visit({ days: 5, visitor: 'Huda' })];
    const person = { companies: [reem], userId: mariam, actingFor: reem };
    await inTenant(app.kit.db, person, (tx) =>
      sql`UPDATE room_visit SET visitor = 'Salma Ali', room = 8 WHERE id = ${id}`.execute(tx),
    );
    await night(app.kit);
    expect(await text(id)).not.toContain('Salma');
    expect(await text(young)).toContain('Huda');
    const [erased, changed, made] = await logged(id);
    const forgotten = { field: 'visitor', before: null, after: null, forgotten: true };
    expect(erased).toMatchObject({ action: 'update', person: null, changes: [forgotten] });
    expect(changed).toMatchObject({ action: 'update', person: { id: mariam } });
    expect(changed?.changes).toEqual([{ field: 'room', before: 7, after: 8 }, forgotten]);
    expect(made?.changes).toEqual(
      expect.arrayContaining([{ field: 'remark', before: null, after: 'Remark' }, forgotten]),
    );
  });

  test('forgets the named columns of deleted records, and that alone', async () => {
    const id = await visit({ days: 366, visitor: 'Salma' });
    await night(app.kit);
    expect(await visitors(app.kit)).toEqual({});
    const [deleted] = await logged(id);
    expect(deleted).toMatchObject({ action: 'delete' });
    expect(deleted?.changes).toEqual(
      expect.arrayContaining([
        { field: 'room', before: 7, after: null },
        { field: 'remark', before: null, after: null, forgotten: true },
      ]),
    );
    expect(await text(id)).not.toMatch(/Salma|Remark/);
  });

  test('forgets all of deleted records of which no columns are named, except which they were', async () => {
    const id = await visit({ days: 366, visitor: 'Salma' });
    await night({ ...app.kit, retentions: app.kit.retentions.map(({ forget: _, ...one }) => one) });
    const { rows } = await app.kit.pool.query(
      `SELECT DISTINCT value.key FROM change_log c, jsonb_each(coalesce(c.before, '{}') || coalesce(c.after, '{}')) value
        WHERE c.table_name = 'room_visit' AND c.row_id = $1::text AND value.value <> 'null' ORDER BY 1`,
      [id],
    );
    expect(rows.map(({ key }) => key)).toEqual(['company_id', 'id']);
  });

  test('cannot be changed in another way, not even by the system', async () => {
    await visit({ days: 5 });
    const changed = (set: string) =>
      inSystem(app.kit.db, (tx) =>
        sql`UPDATE change_log SET ${sql.raw(set)} WHERE table_name = 'room_visit'`.execute(tx),
      );
    await expect(changed(`after = after || '{"visitor": "Somebody"}'`)).rejects.toThrow('may only lose values');
    await expect(changed(`after = after - 'visitor'`)).rejects.toThrow('may only lose values');
    await expect(changed('at = now()')).rejects.toThrow('permission denied');
    const asPerson = inTenant(app.kit.db, { companies: [reem], userId: mariam, actingFor: reem }, (tx) =>
      sql`UPDATE change_log SET after = NULL WHERE table_name = 'room_visit'`.execute(tx),
    );
    await expect(asPerson).rejects.toThrow('permission denied');
  });
});
