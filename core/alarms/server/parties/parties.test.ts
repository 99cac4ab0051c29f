import { describe, expect, test } from 'vitest';
import {
  act,
  app,
  asSystem,
  companies,
  device,
  force,
  hiddenName,
  hq,
  monitor,
  owner,
  people,
  raiseSample,
  read,
  site,
  withParties,
} from '#main/testing/test-alarms.ts';
import { statementsOf, type TestPerson } from '#main/testing.ts';
import { severities } from '../../common/severity.ts';
import { addParties } from './join-parties.ts';

withParties();

type Row = { id: number; acknowledged: boolean };
const list = async (person: TestPerson, query = '', path = '/rooms/api/alarm'): Promise<Row[]> =>
  (await person.call('GET', `${path}?limit=100${query}`)).body.data;
const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).map(({ id }) => id);
const one = async (statement: string, values: readonly unknown[]) =>
  (await app.kit.pool.query(statement, [...values])).rows[0];

describe('a party', () => {
  test('sees the alarm by its own view, and nothing of the owner', async () => {
    const id = await force(1);
    const alarm = await read(hq, id);
    expect(alarm).toMatchObject({
      companyId: companies.hq,
      subject: { type: 'shared', name: 'Room 1' },
      device: null,
      structure: null,
      rule: null,
      names: null,
      floor: null,
      parties: [],
      party: { role: 'hq', structure: 'Branch 7', untilAt: null },
      desk: { role: 'owner', mine: false },
    });
    const text = JSON.stringify([alarm, await list(hq), await list(hq, '', '/alarm')]);
    for (const hidden of [hiddenName(1), site.name, device.name, 'Mariam']) expect(text).not.toContain(hidden);
    expect((await hq.call('GET', `/structure/${site.id}`)).status).toBe(404);
    expect((await hq.call('GET', `/sample/device/${device.id}`)).status).toBe(404);
  });

  test('is in the lists of its class, of all apps, of the bell, of the overview and of the recent events', async () => {
    const id = await force(2);
    expect(await ids(hq)).toContain(id);
    expect(await ids(hq, '', '/alarm')).toContain(id);
    expect(await ids(hq, '', '/alarm/unacknowledged')).toContain(id);
    expect(await ids(hq, '', '/overview/alarm')).toContain(id);
    const events = (await hq.call('GET', '/overview/alarm-event?limit=20')).body.data;
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'raised', subject: 'Room 2', structure: null, companyId: companies.hq }),
    );
    expect(JSON.stringify(events)).not.toContain('Hidden');
  });

  test.each([
    ['site', () => `&structureId=${site.id}`],
    ['device', () => `&deviceId=${device.id}`],
    ['subject', () => '&subjectType=room&subjectId=3'],
    ['name', () => `&search=${encodeURIComponent('hidden vault')}`],
  ])('does not find the alarm by the %s of the owner, who does', async (_, query) => {
    const id = await force(3);
    for (const path of ['/rooms/api/alarm', '/alarm']) {
      expect(await ids(hq, query(), path)).not.toContain(id);
      expect(await ids(owner, query(), path)).toContain(id);
    }
    expect(await ids(hq, '&search=branch')).toContain(id);
    expect(await ids(hq, `&structureId=${site.id}`, '/overview/alarm')).not.toContain(id);
  });

  test('does not see the other parties, which the owner sees', async () => {
    const id = await force(4, { desk: 'monitor' });
    expect((await read(owner, id)).parties).toMatchObject([
      { company: { id: companies.monitor }, role: 'monitor', hasDesk: true },
      { company: { id: companies.hq }, role: 'hq', hasDesk: false },
    ]);
    const seen = await read(hq, id);
    expect(seen.desk.role).toBe('monitor');
    expect(JSON.stringify(seen)).not.toContain('الوادي');
  });

  test('needs the ability for its own site, or for all sites without one', async () => {
    const own = await one('SELECT id FROM structure WHERE company_id = $1 ORDER BY id LIMIT 1', [companies.hq]);
    const [atSite, everywhere] = [await force(5, { parties: [] }), await force(6)];
    const view = { subject: 'Room 5' };
    await asSystem((context) =>
      addParties(context, atSite, [{ companyId: companies.hq, role: 'hq', structureId: own.id, view }]),
    );
    await app.kit.pool.query(
      `WITH g AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'rooms', 'Site') RETURNING id, company_id),
            m AS (INSERT INTO permission_group_member SELECT id, $2, company_id FROM g),
            r AS (INSERT INTO permission_group_resource SELECT id, $3::text, company_id FROM g)
       INSERT INTO permission_group_grant SELECT id, 'access-alarm', '{read,comment}', company_id FROM g`,
      [companies.hq, people.hq, own.id],
    );
    await app.kit.pool.query("UPDATE users SET role = 'Operator' WHERE id = $1", [people.hq]);
    try {
      const operator = await app.signIn('other@rasid.test');
      const status = async (id: number) => (await operator.call('GET', `/rooms/api/alarm/${id}`)).status;
      expect([await status(atSite), await status(everywhere)]).toEqual([200, 404]);
      expect(await ids(operator)).toEqual([atSite]);
      expect(await ids(operator, `&structureId=${own.id}`)).toEqual([atSite]);
      expect((await act(operator, atSite, 'comment', { comment: 'Here' })).status).toBe(201);
      expect((await act(operator, everywhere, 'comment', { comment: 'Here' })).status).toBe(404);
      expect((await act(operator, atSite, 'acknowledge')).status).toBe(403);
      expect((await operator.call('GET', '/alarm/unacknowledged/count')).body.data.count).toBe(1);
    } finally {
      await app.kit.pool.query("UPDATE users SET role = 'Admin' WHERE id = $1", [people.hq]);
    }
  });
});

describe('an acknowledgement', () => {
  test('is that of one company; the alarm shows that of the desk', async () => {
    const id = await force(10, { desk: 'monitor' });
    expect((await act(hq, id, 'acknowledge')).body.data).toMatchObject({ acknowledged: true });
    expect(await read(owner, id)).toMatchObject({ acknowledged: false, desk: { acknowledgedAt: null } });
    expect((await act(monitor, id, 'acknowledge')).status).toBe(200);
    const seen = await read(owner, id);
    expect(seen).toMatchObject({ acknowledged: false, desk: { acknowledgedBy: { name: 'نورة العتيبي' } } });
    expect(seen.parties.map((party: { acknowledgedAt: string | null }) => party.acknowledgedAt !== null)).toEqual([
      true,
      true,
    ]);
    expect((await act(owner, id, 'acknowledge')).body.data).toMatchObject({ acknowledged: true });
  });

  test('of several alarms counts for the company that gives it', async () => {
    const [first, second] = [await force(11), await force(12)];
    const body = { ids: [first, second] };
    const reply = await hq.call('POST', '/alarm/acknowledge', { body });
    expect(reply.body.data.map(({ refused }: { refused: string | null }) => refused)).toEqual([null, null]);
    for (const id of body.ids) expect((await read(owner, id)).acknowledged).toBe(false);
    expect((await list(hq)).filter(({ id }) => body.ids.includes(id)).every((row) => row.acknowledged)).toBe(true);
    expect(await ids(hq, '', '/alarm/unacknowledged')).not.toContain(first);
    expect(await ids(owner, '', '/alarm/unacknowledged')).toContain(first);
  });

  test('names the party in the timeline to the owner, and nobody of the owner to a party', async () => {
    const id = await force(13);
    await act(hq, id, 'acknowledge', { comment: 'Seen' });
    await act(owner, id, 'comment', { comment: 'A technician is on the way' });
    const events = async (person: TestPerson) =>
      (await read(person, id)).events.map(
        (event: { action: string; actor: { name: string } | null; text: string | null }) => [
          event.action,
          event.actor?.name ?? null,
          event.text,
        ],
      );
    expect((await events(owner)).filter(([action]: string[]) => action !== 'party-added')).toEqual([
      ['raised', null, null],
      ['acknowledged', 'Khalid Qasr', 'Seen'],
      ['commented', 'Mariam Al Suwaidi', 'A technician is on the way'],
    ]);
    expect((await events(hq)).filter(([action]: string[]) => action !== 'party-added')).toEqual([
      ['raised', null, null],
      ['acknowledged', 'Khalid Qasr', 'Seen'],
      ['commented', null, 'A technician is on the way'],
    ]);
  });
});

test('the lists of a company have its own alarms and those that it shares, in the order of each sort', async () => {
  await app.kit.pool.query('DELETE FROM alarm');
  for (let room = 100; room < 120; room++) {
    const id = await force(room, { parties: room % 2 ? ['hq'] : ['monitor'] });
    const severity = severities[room % 4];
    await one('UPDATE alarm SET severity = $2, rank = $3 WHERE id = $1', [id, severity, 1 + (room % 3)]);
    if (room % 5 === 0) await act(hq, id, 'acknowledge');
    if (room % 3 === 0)
      await one(
        `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at)
         VALUES ($1, 'rooms', 'access', 'forced-door', $2, 'room', $3, 'Own', now(), now())`,
        [companies.hq, severity, room],
      );
  }
  const expected = async (order: string) =>
    (
      await app.kit.pool.query(
        `SELECT a.id FROM alarm a LEFT JOIN alarm_party p ON p.alarm_id = a.id AND p.company_id = $1
          WHERE a.company_id = $1 OR p.company_id = $1 ORDER BY ${order}`,
        [companies.hq],
      )
    ).rows.map(({ id }) => id);
  const own = 'CASE WHEN a.company_id = $1 THEN a.acknowledged_at ELSE p.acknowledged_at END';
  expect(await ids(hq)).toEqual(
    await expected(`${own} IS NULL DESC, a.rank, a.severity DESC, a.first_at DESC, a.id DESC`),
  );
  expect(await ids(hq, '&sort[severity]=asc')).toEqual(await expected('a.severity, a.id'));
  const all = await expected('a.id DESC');
  const page = await hq.call('GET', '/rooms/api/alarm?limit=5&skip=5&sort[id]=desc&total=true');
  expect(page.body.data.map(({ id }: Row) => id)).toEqual(all.slice(5, 10));
  expect(page.body.totalRecords).toBe(all.length);
});

test('lists of classes without parties do not ask for any', async () => {
  const id = await raiseSample(app, { userId: people.owner });
  expect((await owner.call('GET', `/sample/alarm/${id}`)).body.data).toMatchObject({
    desk: null,
    party: null,
    parties: [],
  });
  const pages = async (path: string) =>
    (await statementsOf(app, () => owner.call('GET', path))).filter((text) =>
      text.includes('to_json(ARRAY(SELECT t.id'),
    );
  for (const path of ['/sample/alarm', '/alarm?app=sample']) {
    const statements = await pages(path);
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/alarm_party|UNION/);
  }
  expect((await pages('/alarm'))[0]).toMatch(/UNION ALL .*alarm_party/s);
});
