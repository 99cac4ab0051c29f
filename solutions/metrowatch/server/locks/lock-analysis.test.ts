import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOfSection, sectionRead } from '#main/testing/reports/section-read.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let door: number;
let guests: number[];
const at = (day: number, time: string) => `2026-05-0${day}T${time}:00+04:00`;

beforeAll(async () => {
  app = await rasid();
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const devices = await customer.call('GET', '/metrowatch/device?hardwareId=1101&limit=1');
  const { id, companyId, structure } = devices.body.data[0];
  door = id;
  const made = await app.kit.pool.query(
    `INSERT INTO access_holder (company_id, name, email) SELECT $1, name, lower(name) || '@guests.test' FROM unnest('{Amal,Badr}'::text[]) AS name RETURNING id`,
    [companyId],
  );
  guests = made.rows.map((row) => row.id);
  const line = (
    time: string,
    action: string,
    more: { result?: string; reason?: string; method?: string; holder?: number } = {},
  ) =>
    app.kit.pool.query(
      `INSERT INTO lock_log (company_id, app, device_id, structure_id, time, action, result, reason, method, holder_id) VALUES ($1, 'metrowatch', $2, $3, $4, $5, $6, $7, $8, $9)`,
      [companyId, door, structure.id, time, action, more.result, more.reason, more.method, more.holder],
    );
  const [amal, badr] = guests as [number, number];
  const granted = { result: 'granted' };
  // Saturday and Sunday of May 2026, in the zone of the company.
  await line(at(2, '00:30'), 'unlock', { ...granted, method: 'pin', holder: amal });
  await line(at(2, '00:31'), 'auto-lock');
  await line(at(2, '09:00'), 'unlock', { ...granted, method: 'link', holder: badr });
  await line(at(2, '09:03'), 'lock');
  await line(at(3, '09:00'), 'unlock', { ...granted, method: 'pin', holder: amal });
  await line(at(3, '09:05'), 'denied', { result: 'denied', reason: 'unknown-code', method: 'pin' });
  await line(at(3, '09:06'), 'denied', { result: 'denied', reason: 'expired', method: 'pin', holder: badr });
});
afterAll(() => app.close());

const ask = async (name: string, person = customer, query = `from=${at(1, '00:00')}&to=${at(5, '00:00')}`) => {
  const reply = await person.call(
    'GET',
    `/metrowatch/analysis/${name}?${query.replaceAll('+', '%2B')}&deviceId=${door}`,
  );
  return reply.body.data ?? reply;
};

test('openings are counted by day of the company’s zone and by method, and refused ones apart by their reason', async () => {
  const opened = await ask('lock/unlock-count');
  expect([opened.step, opened.counts, opened.total]).toEqual(['day', [0, 2, 1, 0], 3]);
  expect(new Date(opened.starts[1]).toISOString()).toBe('2026-05-01T20:00:00.000Z');
  expect(
    Object.fromEntries(opened.methods.map((one: { method: string; counts: number[] }) => [one.method, one.counts])),
  ).toEqual({
    pin: [0, 1, 1, 0],
    link: [0, 1, 0, 0],
  });
  const failed = await ask('lock/failed-unlock-count');
  expect([failed.counts, failed.total, failed.rate]).toEqual([[0, 0, 2, 0], 2, 2 / 5]);
  expect(failed.reasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual(['expired', 'unknown-code']);
});

test('the visitors of a period are different people, not the sum of its days, and unknown codes are nobody', async () => {
  const visitors = await ask('lock/visitors-count');
  expect([visitors.counts, visitors.total, visitors.unknown]).toEqual([[0, 2, 1, 0], 2, 1]);
});

test('the openings of each person are listed, the most first', async () => {
  expect(await ask('lock/user-unlock-count')).toEqual({
    total: 3,
    people: [
      { name: 'Amal', count: 2 },
      { name: 'Badr', count: 1 },
    ],
    others: 0,
  });
});

test('the matrix begins with Saturday, and an opening lasts until the lock is locked', async () => {
  const { hours, medianOpen } = await ask('padlock/unlock-timing');
  expect([hours[0][0], hours[0][9], hours[1][9], hours.flat().length]).toEqual([1, 1, 1, 168]);
  expect(medianOpen).toBe(120);
});

test('the share of openings outside the hours of a schedule is returned, and a schedule of another company does not count', async () => {
  const week = (name: string, start: string, end: string) => ({
    name,
    timeZone: 'Asia/Dubai',
    week: weekdays.map((day) => ({ name: day, periods: [{ start, end }] })),
    seasons: [],
    holidays: [],
  });
  const period = `from=${at(1, '00:00')}&to=${at(5, '00:00')}`;
  const outside = async (hours: object, owner = customer) => {
    const made = await owner.call('POST', '/schedule', { body: hours });
    expect(made.status).toBe(201);
    return ask('padlock/unlock-timing', customer, `${period}&scheduleId=${made.body.data.id}`);
  };
  expect((await outside(week('Day', '08:00', '18:00'))).outside).toBeCloseTo(1 / 3, 10);
  expect((await outside(week('Night', '00:00', '00:30'))).outside).toBe(1);
  expect((await outside(week('Foreign', '08:00', '18:00'), other)).status).toBe(418);
  expect((await ask('padlock/unlock-timing')).outside).toBeNull();
});

test('two days are shown by hours, a year by months, and a longer or empty period is refused', async () => {
  expect((await ask('lock/unlock-count', customer, `from=${at(2, '00:00')}&to=${at(3, '00:00')}`)).starts).toHaveLength(
    24,
  );
  expect((await ask('lock/unlock-count', customer, 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z')).step).toBe(
    'month',
  );
  expect((await ask('lock/unlock-count', customer, 'from=2025-01-01T00:00:00Z&to=2026-12-31T00:00:00Z')).status).toBe(
    418,
  );
  expect((await ask('lock/unlock-count', customer, `from=${at(2, '00:00')}&to=${at(2, '00:00')}`)).status).toBe(418);
});

test('another company sees none of the openings', async () => {
  expect((await ask('lock/unlock-count', other)).total ?? 0).toBe(0);
});

test('the total of the log is counted up to 10,000, and one more shows that there are more', async () => {
  await app.kit.pool.query(
    `INSERT INTO lock_log (company_id, app, device_id, time, action) SELECT company_id, app, id, now() - n * interval '1 minute', 'lock'
       FROM (SELECT id, company_id, app FROM device WHERE id = $1) d, generate_series(1, 10_050) n`,
    [door],
  );
  const list = (query: string) => customer.call('GET', `/metrowatch/access-log?deviceId=${door}&limit=5&${query}`);
  expect((await list('')).body.totalRecords).toBe(10_001);
  expect((await list('action=denied')).body.totalRecords).toBe(2);
  expect((await list('skip=10020&total=false')).body.data).toHaveLength(5);
});

test('a report counts the openings and refusals of each lock', async () => {
  const period = { from: at(1, '00:00'), to: at(5, '00:00') };
  const section = await sectionRead(app, customer, { app: 'metrowatch', kind: 'openings', period });
  const [row] = rowsOfSection(section).filter(({ opened }) => opened === 3);
  expect(row).toMatchObject({ opened: 3, people: 2, denied: 2, failed: 40 });
  expect(section.totals?.[section.columns.findIndex(({ key }) => key === 'denied')] ?? row?.denied).toBe(2);
});
