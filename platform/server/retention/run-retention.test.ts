import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue, takeDue } from '../due.ts';
import type { Kit } from '../kit.ts';
import { inSystem, openDatabase } from '../postgres/database.ts';
import { beginRetention, retentionDue } from './run-retention.ts';
import { addVisit, clearVisits, createVisits, night, visitors } from './visits.fixture.ts';

let app: Rasid;
let admin: TestPerson;
let other: TestPerson;
let reem: number;
let qasr: number;

beforeAll(async () => {
  app = await rasid();
  admin = await app.signIn('customer@rasid.test');
  other = await app.signIn('other@rasid.test');
  [reem, qasr] = [await companyOf(admin), await companyOf(other)];
  await createVisits(app.kit);
});
afterAll(() => app.close());
beforeEach(() => clearVisits(app.kit));

const companyOf = async (person: TestPerson): Promise<number> =>
  (await person.call('GET', '/session')).body.data.company.id;
async function settingOf(name: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await admin.call('GET', '/retention');
  const all = body.data as ({ app: string; name: string } & Record<string, unknown>)[];
  return all.find((one) => one.app === 'rooms' && one.name === name);
}

describe('a run', () => {
  const many = (companyId: number, count: number) =>
    app.kit.pool.query(
      `INSERT INTO room_visit (company_id, room, visitor, left_at)
       SELECT $1, 7, '', now() - interval '400 days' - n * interval '1 second' FROM generate_series(1, $2) n`,
      [companyId, count],
    );
  type Stored = { company: number; rows: number; due: boolean; ended: boolean };
  const stored = async (): Promise<Stored[]> =>
    (
      await app.kit.pool.query(
        `SELECT company_id AS company, rows::integer, due_at IS NOT NULL AS due, ended_at IS NOT NULL AS ended FROM retention_run
          WHERE app = 'rooms' AND setting = 'entries' ORDER BY company_id = $1 DESC`,
        [reem],
      )
    ).rows;
  /** A second server process. */
  async function withProcess(work: (kit: Kit) => Promise<void>) {
    const handle = openDatabase(String(app.kit.pool.options.connectionString));
    await work({ ...app.kit, ...handle });
    await handle.close();
  }
  /** Fails when a visit has been deleted that meets a condition. */
  async function whileDeletingFails(condition: string, code: string, work: () => Promise<void>) {
    await app.kit.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it fails' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER fails AFTER DELETE ON room_visit FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION fail()`);
    await work().finally(() => app.kit.pool.query('DROP FUNCTION fail CASCADE'));
  }

  test('that is interrupted goes on in another process, and no company waits for one with many rows', async () => {
    await many(reem, 12_000);
    await many(qasr, 10);
    await beginRetention(app.kit);
    await whileDeletingFails('true', 'query_canceled', () => withProcess((kit) => doDue(kit, [retentionDue])));
    expect(Object.keys(await visitors(app.kit))).toHaveLength(12_010);
    expect((await stored()).map(({ rows, due }) => ({ rows, due }))).toEqual([
      { rows: 0, due: true },
      { rows: 0, due: true },
    ]);
    // Each run has its first turn before any has its second.
    const runs = (await app.kit.pool.query('SELECT FROM retention_run WHERE due_at IS NOT NULL')).rowCount ?? 0;
    for (let turn = 0; turn < runs; turn++) await retentionDue.doNext(app.kit);
    expect(await stored()).toEqual([
      { company: reem, rows: 5000, due: true, ended: false },
      { company: qasr, rows: 10, due: false, ended: true },
    ]);
    expect((await settingOf('entries'))?.run).toMatchObject({ rows: 5000, endedAt: null });
    // The next night finds it unfinished.
    await beginRetention(app.kit);
    await withProcess((kit) => doDue(kit, [retentionDue]));
    expect((await stored())[0]).toEqual({ company: reem, rows: 12_000, due: false, ended: true });
    expect(await visitors(app.kit)).toEqual({});
  });

  test('passes a row that cannot be deleted, and deletes all others', async () => {
    await many(reem, 5200);
    const stuck = await addVisit(app.kit, reem, { days: 500, room: 13 });
    await beginRetention(app.kit);
    await whileDeletingFails('OLD.room = 13', 'foreign_key_violation', () => doDue(app.kit, [retentionDue]));
    expect(Object.keys(await visitors(app.kit))).toEqual([String(stuck)]);
    expect((await stored())[0]).toEqual({ company: reem, rows: 5200, due: false, ended: true });
    // The next night tries it again.
    await night(app.kit);
    expect(await visitors(app.kit)).toEqual({});
  });

  test('does each batch and deletes each row once when two processes work at the same time', async () => {
    await many(reem, 11_000);
    await beginRetention(app.kit);
    await withProcess(async (kit) => {
      // A batch that one process is working on is not begun by the other.
      await inSystem(kit.db, async (tx) => {
        await takeDue(tx, retentionDue.rows, { limit: 100 });
        expect(await retentionDue.doNext(app.kit)).toBe(false);
      });
      await Promise.all([doDue(app.kit, [retentionDue]), doDue(kit, [retentionDue])]);
    });
    expect((await stored())[0]).toMatchObject({ rows: 11_000, ended: true });
    const { rows } = await app.kit.pool.query(
      `SELECT count(*)::integer AS lines, count(DISTINCT row_id)::integer AS rows FROM change_log
        WHERE table_name = 'room_visit' AND action = 'delete' AND at > now() - interval '1 hour' AND before ->> 'visitor' = '' AND company_id = $1
          AND row_id::integer > (SELECT max(row_id::integer) - 11000 FROM change_log WHERE table_name = 'room_visit')`,
      [reem],
    );
    expect(rows).toEqual([{ lines: 11_000, rows: 11_000 }]);
  });
});
