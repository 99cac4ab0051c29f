import { beforeAll, describe, expect, test } from 'vitest';
import { act, app, customer, live, other, raiseTankAlarm, tank, viewer, withTank } from '#main/testing/test-tank.ts';
import type { TestPerson } from '#main/testing.ts';

withTank();

type Row = { id: number; class: string; severity: string; acknowledged: boolean; firstAt: string };
const all = async (query = '', person = customer): Promise<Row[]> =>
  (await person.call('GET', `/sample/alarm?deviceId=${tank.id}${query}`)).body.data;

/** Leaves the person one group, which grants the status alarms. */
async function onlyStatus(person: TestPerson): Promise<void> {
  for (const { id } of (await customer.call('GET', '/sample/permissions-group')).body.data)
    await customer.call('DELETE', `/sample/permissions-group/${id}`);
  const users = [(await person.call('GET', '/session')).body.data.user.id];
  const body = { name: 'Status', users, resources: ['*'], permissions: { 'status-alarm': ['read'], device: ['read'] } };
  expect((await customer.call('POST', '/sample/permissions-group', { body })).status).toBe(201);
}

describe('the alarms of all classes', () => {
  let operational: number;
  let status: number;
  beforeAll(async () => {
    operational = (await raiseTankAlarm()).id;
    await tank.publish({ battery: 10 });
    status = (await live('status'))[0]?.id ?? 0;
  });

  test('one list has operational and status alarms, and filters by class', async () => {
    expect((await all()).map(({ id }) => id)).toEqual([operational, status]);
    expect((await all('&class=status')).map(({ id }) => id)).toEqual([status]);
  });

  test('a person who may read one class sees the alarms of that class only', async () => {
    await onlyStatus(viewer);
    const reader = viewer;
    expect((await all('', reader)).map(({ class: of }) => of)).toEqual(['status']);
    const denied = await reader.call('GET', `/sample/alarm/${operational}`);
    expect(denied.status).toBe(404);
    expect((await reader.call('GET', `/sample/alarm/${status}`)).status).toBe(200);
  });

  test('unacknowledged alarms come first, then the more severe ones, then the newer ones', async () => {
    expect((await all()).map(({ severity }) => severity)).toEqual(['problem', 'poor']);
    await act(operational, 'acknowledge');
    expect((await all()).map(({ id }) => id)).toEqual([status, operational]);
    expect((await all('&search=level')).map(({ id }) => id)).toEqual([operational]);
  });

  test('the order of open alarms comes from an index', async () => {
    const client = await app.kit.pool.connect();
    try {
      await client.query(
        'BEGIN; SET LOCAL ROLE rasid_all; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off',
      );
      const plan = await client.query(
        `EXPLAIN SELECT t.id FROM alarm t WHERE company_id = 1 AND (t.app = 'sample' AND (t.class = 'operational' OR t.class = 'status')) AND t.closed_at IS NULL
          ORDER BY (t.acknowledged_at IS NULL) desc, (-t.rank) desc, t.severity desc, t.first_at desc, t.id desc LIMIT 25`,
      );
      expect(JSON.stringify(plan.rows)).toContain('alarm_attention');
      expect(JSON.stringify(plan.rows)).not.toContain('Sort');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  test('several alarms of both classes are acknowledged in one call with a result for each', async () => {
    const ids = [operational, status, 999_999];
    const reply = await customer.call('POST', '/sample/alarm/acknowledge', { body: { ids } });
    expect(reply.body.data).toEqual([
      { id: operational, refused: 'alarm-action-not-allowed' },
      { id: status, refused: null },
      { id: 999_999, refused: 'not-found' },
    ]);
    expect((await viewer.call('POST', '/sample/alarm/acknowledge', { body: { ids } })).status).toBe(403);
    const foreign = await other.call('POST', '/sample/alarm/acknowledge', { body: { ids: [status] } });
    expect(foreign.body.data).toEqual([{ id: status, refused: 'not-found' }]);
  });

  test('alarms that closed automatically are marked, unlike those that a person closed', async () => {
    await tank.publish({ battery: 90 });
    await act(operational, 'terminate');
    const closed = (await customer.call('GET', `/sample/alarm/history?deviceId=${tank.id}`)).body.data;
    const bySystem = new Map(
      closed.map((one: { id: number; closedBySystem: boolean }) => [one.id, one.closedBySystem]),
    );
    expect([bySystem.get(status), bySystem.get(operational)]).toEqual([true, false]);
  });

  test('an alarm says what to do: the text of its rule, else that of its kind', async () => {
    const { id } = await raiseTankAlarm();
    const detail = (await customer.call('GET', `/sample/alarm/${id}`)).body.data;
    expect(detail.guidance).toBeNull();
    const body = { guidance: { en: 'Stop the pump', ar: 'أوقف المضخة' } };
    expect((await customer.call('PATCH', `/sample/rule/${detail.rule.id}`, { body })).status).toBe(200);
    const after = await customer.call('GET', `/sample/alarm/${id}`, { headers: { 'accept-language': 'ar' } });
    expect(after.body.data).toMatchObject({ guidance: 'أوقف المضخة', trigger: { type: 'simple' } });
    await tank.publish({ battery: 10 });
    const [battery] = await live('status');
    const status = (await customer.call('GET', `/sample/alarm/${battery?.id}`)).body.data;
    expect(status.guidance).toContain('battery');
  });
});
