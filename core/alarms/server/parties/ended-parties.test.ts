import { expect, test } from 'vitest';
import {
  act,
  app,
  asSystem,
  companies,
  force,
  monitor,
  owner,
  people,
  read,
  site,
  withParties,
} from '#main/testing/test-alarms.ts';
import type { Alarm, AlarmDetail } from '../../common/alarm.ts';
import { lowerAlarms } from '../raising/clear.ts';
import { endParty } from './end-parties.ts';
import { addParties } from './join-parties.ts';

withParties();

const history = async (query = ''): Promise<{ id: number }[]> =>
  (await monitor.call('GET', `/rooms/api/alarm/history?limit=100${query}`)).body.data;
const end = (id: number) => asSystem((context) => endParty(context, [id], companies.monitor, { reason: 'quiet' }));
/** As lists have it. */
const rowOf = ({ events: _, message, guidance, trigger, floor, parties, ...row }: AlarmDetail): Alarm => row;

test('a company that ceases to be a party of an open alarm sees it in its history as it was then, whatever happens later', async () => {
  const id = await force(1, { desk: 'monitor' });
  await app.kit.pool.query("UPDATE alarm SET disposition = 'escalated', escalated_to = $2 WHERE id = $1", [
    id,
    people.monitor,
  ]);
  const before = await read(monitor, id);
  expect(before).toMatchObject({ count: 1, severity: 'problem', escalatedTo: { id: people.monitor } });
  await end(id);

  expect(await force(1)).toBe(id);
  const room = { companyId: companies.owner, app: 'rooms', subject: { type: 'room', id: 1 }, structureId: site.id };
  await asSystem((context) => lowerAlarms(context, [{ ...room, kind: 'forced-door', severity: 'ok' }]));
  await app.kit.pool.query('UPDATE alarm SET escalated_to = $2 WHERE id = $1', [id, people.owner]);
  await act(owner, id, 'terminate', { verdict: 'genuine' });
  expect(await read(owner, id)).toMatchObject({
    count: 2,
    severity: 'ok',
    disposition: 'terminated',
    escalatedTo: { id: people.owner },
  });

  const after = await read(monitor, id);
  expect(rowOf(after)).toEqual({
    ...rowOf(before),
    actions: [],
    desk: { role: 'owner', mine: false, acknowledgedAt: null, acknowledgedBy: null },
    party: { ...before.party, untilAt: expect.any(String) },
  });
  expect((await history()).find((row) => row.id === id)).toEqual(rowOf(after));
  const news = (await monitor.call('GET', '/overview/alarm-event?limit=100')).body.data as { alarm: { id: number } }[];
  expect(news.find(({ alarm }) => alarm.id === id)).toMatchObject({ alarm: { severity: 'problem' } });
});

test('its history does not find the alarm by what happened after its end', async () => {
  const id = await force(2);
  await end(id);
  expect((await history()).map((row) => row.id)).toContain(id);
  const later = new Date().toISOString();
  await force(2);
  await act(owner, id, 'terminate', { verdict: 'genuine' });
  const found = async (query: string) => (await history(query)).some((row) => row.id === id);
  expect(await found('&disposition=open&severity=problem&condition=active')).toBe(true);
  expect(await found('&disposition=terminated')).toBe(false);
  expect(await found('&outcome=verdict:genuine')).toBe(false);
  expect(await found(`&lastAt[to]=${later}`)).toBe(true);
  expect(await found(`&lastAt[from]=${later}`)).toBe(false);
});

test('one that is added again sees the alarm as it is', async () => {
  const id = await force(3);
  await end(id);
  await force(3);
  expect(await read(monitor, id)).toMatchObject({ count: 1 });
  const party = { companyId: companies.monitor, role: 'monitor', view: { subject: 'Back' } };
  await asSystem((context) => addParties(context, id, [party]));
  expect(await read(monitor, id)).toMatchObject({ count: 2, party: { untilAt: null } });
});

test('an alarm that was closed before keeps its outcome', async () => {
  const id = await force(4, { desk: 'monitor' });
  await act(monitor, id, 'terminate', { verdict: 'test' });
  await end(id);
  expect((await history('&outcome=verdict:test')).map((row) => row.id)).toContain(id);
  expect(await read(monitor, id)).toMatchObject({ disposition: 'terminated', outcome: { verdict: 'test' } });
});
