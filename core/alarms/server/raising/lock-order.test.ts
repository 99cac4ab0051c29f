import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockWaits } from '#main/testing/test-locks.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { inBatch } from './alarm-changes.ts';
import { clearAlarms, endAlarms, lockBeforeChanges, lowerAlarms } from './clear.ts';
import { raiseAlarms } from './raise.ts';

let app: Rasid;
let customer: TestPerson;
let companyId: number;
let ids: number[];
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  companyId = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const alarmOf = (id: number) => ({
  companyId,
  app: 'rooms',
  subject: { type: 'room', id },
  kind: 'forced-door',
  severity: 'problem' as const,
  name: `Room ${id}`,
  structureId: null,
});
type Batch = ReturnType<typeof inBatch>;
const inOneBatch = (work: (context: Batch) => Promise<unknown>) =>
  inSystem(app.kit.db, (tx) => work(inBatch(app.kit, tx)));

/** The later an alarm was raised, the earlier it is locked. */
const rooms = [3, 2, 1];
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM alarm');
  ids = [];
  for (const room of rooms)
    await inOneBatch(async (context) => {
      ids.push(...(await raiseAlarms(context, [alarmOf(room)])).map(({ id }) => id));
    });
});

const [first, second, third] = [1, 2, 3];
/** Raises, lowers and clears an alarm each, the last of them first. */
const severalChanges = () =>
  inOneBatch(async (context) => {
    const changes = [[alarmOf(third)], [low(second)], [alarmOf(first)]] as const;
    await lockBeforeChanges(context, changes);
    await raiseAlarms(context, changes[0]);
    await lowerAlarms(context, changes[1]);
    await clearAlarms(context, changes[2]);
  });
const low = (room: number) => ({ ...alarmOf(room), severity: 'ok' as const });
test.each<[string, () => Promise<unknown>]>([
  ['raising', () => inOneBatch((context) => raiseAlarms(context, rooms.map(alarmOf)))],
  ['lowering', () => inOneBatch((context) => lowerAlarms(context, rooms.map(low)))],
  ['clearing', () => inOneBatch((context) => clearAlarms(context, rooms.map(alarmOf)))],
  ['ending', () => inOneBatch((context) => endAlarms(context, rooms.map(alarmOf), 'quiet'))],
  ['several changes in', severalChanges],
  ['acknowledging', () => customer.call('POST', '/rooms/api/alarm/acknowledge', { body: { ids } })],
])(
  '%s several alarms locks them in the order of their subjects, so that two never wait for each other',
  async (_, work) => {
    const holder = await app.kit.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM alarm WHERE subject_id = 1 FOR UPDATE');
      const working = work();
      await lockWaits(app, 1, 'alarm');
      const free = await app.kit.pool.query('SELECT subject_id FROM alarm ORDER BY subject_id FOR UPDATE SKIP LOCKED');
      expect(free.rows.map((row) => row.subject_id)).toEqual([2, 3]);
      await holder.query('COMMIT');
      await working;
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  },
);
