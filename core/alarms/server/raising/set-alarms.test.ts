import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { inBatch } from './alarm-changes.ts';
import { setSubjectAlarms } from './set-alarms.ts';

let app: Rasid;
let companyId: number;
beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query("SELECT company_id FROM users WHERE email = 'customer@rasid.test'");
  companyId = rows[0].company_id;
});
afterAll(() => app.close());

const room = (id: number, severity: 'ok' | 'problem' = 'problem') => ({
  id,
  severity,
  name: `Room ${id}`,
  structureId: null,
});
const set = (among: readonly number[], found: readonly ReturnType<typeof room>[]) =>
  inSystem(app.kit.db, (tx) =>
    setSubjectAlarms(
      inBatch(app.kit, tx),
      { app: 'rooms', kind: 'forced-door', companyId, type: 'room' },
      among,
      found,
    ),
  );
const stored = async () =>
  (
    await app.kit.pool.query(
      "SELECT subject_id AS id, severity, condition, count FROM alarm WHERE app = 'rooms' AND closed_at IS NULL ORDER BY subject_id",
    )
  ).rows;

test('the alarms of the subjects that a job has examined follow its findings, and a repeated call changes nothing', async () => {
  await set([1, 2, 3], [room(1), room(2)]);
  const raised = (id: number) => ({ id, severity: 'problem', condition: 'active', count: 1 });
  expect(await stored()).toEqual([raised(1), raised(2)]);
  await set([1, 2, 3], [room(1), room(2)]);
  expect(await stored()).toEqual([raised(1), raised(2)]);
  await set([2, 3], [room(3, 'ok')]);
  expect(await stored()).toEqual([raised(1), { ...raised(2), condition: 'cleared' }, { ...raised(3), severity: 'ok' }]);
  await set([1], [room(1, 'ok')]);
  expect((await stored())[0]).toEqual({ ...raised(1), severity: 'ok' });
});

test('five hundred subjects take as many statements as four', async () => {
  const statementsFor = async (first: number, size: number) => {
    const among = Array.from({ length: size * 4 }, (_, at) => first + at);
    const part = (at: number) => among.slice(at * size, (at + 1) * size);
    await set(
      among,
      [...part(0), ...part(1)].map((id) => room(id)),
    );
    // Some are new, some lower, some unchanged and some over.
    const found = [...part(0).map((id) => room(id, 'ok')), ...part(2).map((id) => room(id))];
    return countStatements(app, () => set(among, found));
  };
  expect(await statementsFor(20_000, 125)).toBe(await statementsFor(10_000, 1));
});
