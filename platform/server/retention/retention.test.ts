import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { retentionsOf } from './retention.ts';
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
const visit = ({ companyId = reem, ...of }: Parameters<typeof addVisit>[2] & { companyId?: number }) =>
  addVisit(app.kit, companyId, of);
async function settingOf(name: string, person = admin): Promise<Record<string, unknown> | undefined> {
  const { body } = await person.call('GET', '/retention');
  const all = body.data as ({ app: string; name: string } & Record<string, unknown>)[];
  return all.find((one) => one.app === 'rooms' && one.name === name);
}
const change = (days: number, { person = admin, name = 'visits', version = 0 } = {}) =>
  person.call('PUT', '/retention', {
    body: { app: 'rooms', name, days, legalBasis: 'Law 45, article 5', version },
  });

describe('retention', () => {
  test('erases what is older than the company has chosen, whatever another company has chosen', async () => {
    expect((await change(10)).status).toBe(200);
    expect((await change(300, { person: other })).status).toBe(200);
    const [old, young, unended] = [await visit({ days: 11 }), await visit({ days: 9 }), await visit({ days: null })];
    const [kept, gone] = [await visit({ companyId: qasr, days: 299 }), await visit({ companyId: qasr, days: 301 })];
    await night(app.kit);
    expect(await visitors(app.kit)).toEqual({
      [old]: '',
      [young]: 'Noor',
      [unended]: 'Noor',
      [kept]: 'Noor',
      [gone]: '',
    });
  });

  test('releases the files of what it erases, and shows administrators the result', async () => {
    const old = await visit({ days: 40, photo: true });
    await visit({ days: 41, photo: true });
    await visit({ days: 42 });
    await visit({ days: 5, photo: true });
    const files = () => app.kit.pool.query('SELECT FROM stored_file WHERE size = 9');
    expect((await files()).rowCount).toBe(3);
    await night(app.kit);
    expect((await files()).rowCount).toBe(1);
    const { rows } = await app.kit.pool.query('SELECT photo_id FROM room_visit WHERE id = $1', [old]);
    expect(rows).toEqual([{ photo_id: null }]);
    const young = await app.kit.pool.query("SELECT left_at FROM room_visit WHERE left_at > now() - interval '6 days'");
    const oldestLeft = young.rows[0].left_at;
    const result = { rows: 3, files: 2, oldestLeft, beganAt: expect.any(String), endedAt: expect.any(String) };
    expect(await settingOf('visits')).toMatchObject({ days: 30, min: 1, max: 365, version: 0, run: result });
    expect((await settingOf('visits', other))?.run).toBeNull();
    await night(app.kit);
    expect((await settingOf('visits'))?.run).toMatchObject({ rows: 0, files: 0 });
  });

  test('holds what an open alarm is about until the alarm is closed', async () => {
    const [held, free] = [await visit({ days: 400, room: 12 }), await visit({ days: 400, room: 13 })];
    const alarm = { id: 12, name: 'Room 12', structureId: null };
    expect((await admin.call('POST', '/rooms/api/room/force', { body: alarm })).status).toBe(201);
    await night(app.kit);
    expect(await visitors(app.kit)).toEqual({ [held]: 'Noor' });
    expect(free).not.toBe(held);
    await app.kit.pool.query(
      "UPDATE alarm SET closed_at = now(), disposition = 'terminated' WHERE subject_type = 'room' AND subject_id = 12",
    );
    await night(app.kit);
    expect(await visitors(app.kit)).toEqual({});
  });
});

describe('the days of retention', () => {
  test('are changed by administrators within their bounds, with a legal basis that the history keeps', async () => {
    expect((await change(366)).body).toMatchObject({ errors: [{ param: 'days', msg: 'outOfRange' }] });
    const missing = { app: 'rooms', name: 'visits', days: 10, legalBasis: ' ', version: 0 };
    expect((await admin.call('PUT', '/retention', { body: missing })).status).toBe(418);
    const { body } = await change(10);
    expect(body.data).toMatchObject({
      days: 10,
      legalBasis: 'Law 45, article 5',
      setBy: { name: 'Mariam Al Suwaidi' },
      setAt: expect.any(String),
      version: 1,
    });
    expect((await change(20)).body).toMatchObject({ word: 'changed-meanwhile', detail: { version: 1 } });
    expect((await change(20, { version: 1 })).status).toBe(200);
    const history = await admin.call('GET', `/retention/${body.data.id}/history`);
    expect(history.body.data[0]).toMatchObject({
      action: 'update',
      person: { name: 'Mariam Al Suwaidi' },
      changes: [{ field: 'days', before: 10, after: 20 }],
    });
    expect((await other.call('GET', `/retention/${body.data.id}/history`)).status).toBe(404);
    expect((await settingOf('visits', other))?.days).toBe(30);
  });

  test('are neither seen nor changed by others, and fixed ones by nobody', async () => {
    const operator = await app.signIn('operator@rasid.test');
    expect((await operator.call('GET', '/retention')).status).toBe(403);
    expect((await change(10, { person: operator })).status).toBe(403);
    const { body } = await admin.call('GET', '/retention');
    expect(body.data).toContainEqual(expect.objectContaining({ app: 'alarms', name: 'alarms', days: 730 }));
    const fixed = { app: 'alarms', name: 'alarms', days: 730, legalBasis: 'Law', version: 0 };
    expect((await admin.call('PUT', '/retention', { body: fixed })).status).toBe(404);
    const unknown = { ...fixed, app: 'nothing' };
    expect((await admin.call('PUT', '/retention', { body: unknown })).status).toBe(404);
  });

  test('must be declared in the manifest, once for each table', () => {
    const slice = { app: { ...app.kit.apps[0], id: 'tried', retention: {} }, handlers: {} } as Parameters<
      typeof retentionsOf
    >[0][number];
    const one = { setting: 'visits', table: 'room_visit', at: 'left_at' };
    expect(() => retentionsOf([{ ...slice, retentions: [one] }])).toThrow('states no days of retention for "visits"');
    const declared = { ...slice, app: { ...slice.app, retention: { visits: { min: 1, default: 2, max: 3 } } } };
    expect(() => retentionsOf([{ ...declared, retentions: [one, one] }])).toThrow('is declared twice');
  });
});
