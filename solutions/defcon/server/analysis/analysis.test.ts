import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { countStatements, type TestPerson } from '#main/testing.ts';
import { type Bucket, buckets, type Counters, type Timelines } from '../../common/analysis/analysis.ts';
import { feeOf } from './false-rate.ts';
import { bucketStarts } from './time-buckets.ts';
import { type Slot, sumSlots } from './timelines.ts';

let panels: TestPanels;
let shop: TestPanel;
let admin: TestPerson;
const minute = 60_000;
const begin = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
const period = () => `from=${iso(begin - 10 * 60 * minute)}&to=${iso(Date.now() + minute)}`;
const counters = async (more = ''): Promise<Counters> => panels.done('GET', `/analysis/counters?${period()}${more}`);
const timelines = async (bucket: Bucket): Promise<Timelines> =>
  panels.done('GET', `/analysis/timelines?${period()}&bucket=${bucket}`);
const act = (id: number, action: string, body: object = {}) =>
  panels.done('POST', `/alarm/intrusion/${id}/${action}`, body);

/** An incident of a zone, which somebody takes and closes. */
async function handled(at: number, action: 'reject' | 'terminate', body: object): Promise<void> {
  await panels.signal(shop, at, { code: 'BA', zone: 1, group: 1 });
  const [incident] = await panels.incidents(shop);
  await act(incident.id, 'acknowledge');
  await act(incident.id, action, { comment: 'Seen on the spot', ...body });
}

beforeAll(async () => {
  panels = await TestPanels.begin();
  admin = await panels.app.signIn('super@rasid.test');
  shop = await panels.add();
  await panels.signal(shop, begin - 300 * minute, { code: 'CL', group: 1 });
  await handled(begin - 280 * minute, 'reject', { cause: 'pet' });
  await handled(begin - 240 * minute, 'terminate', { outcome: 'genuine' });
  await handled(begin - 200 * minute, 'terminate', { outcome: 'test' });
  await panels.signal(shop, begin - 100 * minute, { code: 'OP', group: 1 });
  await panels.signal(shop, begin - 90 * minute, { contactId: '401', q: 'restore', group: 1 });
  await panels.signal(shop, begin - 2 * minute, { code: 'HA', zone: 2, group: 1 });
});
afterAll(() => panels.app.close());

test('the counters of a period are its incidents by kind, outcome and priority, and how the panels stand', async () => {
  const read = await counters();
  expect(read).toMatchObject({
    zone: 'Asia/Dubai',
    open: [{ rank: 1, count: 1, unacknowledged: 1, mine: 1 }],
    raised: [
      { kind: 'intrusion', count: 3 },
      { kind: 'hold-up', count: 1 },
    ],
    ...{ falseRate: 0.5, arms: 2, disarms: 1 },
  });
  expect(read.closed).toEqual(
    expect.arrayContaining([
      { disposition: 'rejected', reason: 'pet', count: 1 },
      { disposition: 'terminated', reason: 'genuine', count: 1 },
      { disposition: 'terminated', reason: 'test', count: 1 },
    ]),
  );
  expect(read.panels).toMatchObject({ active: expect.any(Number), armedGroups: 1 });
  expect(read.byStructure).toContainEqual(
    expect.objectContaining({ structure: expect.objectContaining({ id: shop.site }), raised: 4, false: 1, open: 1 }),
  );
});

test('how fast incidents were taken is measured from their receipt, against targets that a company may set', async () => {
  const { pool } = panels.app.kit;
  const late = (seconds: number) =>
    pool.query(
      `UPDATE alarm SET created_at = e.at - $1 * interval '1 second' FROM alarm_event e
        WHERE e.alarm_id = alarm.id AND e.action = 'acknowledged' AND alarm.kind = 'intrusion' AND alarm.app = 'defcon'`,
      [seconds],
    );
  await late(100);
  const byRank = async () => new Map((await counters()).acknowledged.map((one) => [one.rank, one]));
  // They arrived long after they happened, which makes them less urgent.
  expect((await byRank()).get(3)).toMatchObject({
    ...{ taken: 3, waiting: 0, p50: 100, p80: 100, p985: 100 },
    targets: [
      { seconds: 90, aim: 0.8, within: 0 },
      { seconds: 180, aim: 0.985, within: 1 },
    ],
  });
  expect((await byRank()).get(1)).toMatchObject({ taken: 0, waiting: 1, p50: null });
  // An incident that nobody has taken is within a target only until its time is over.
  expect((await byRank()).get(1)?.targets[0]?.within).toBeNull();
  await pool.query(
    `UPDATE alarm SET created_at = now() - interval '45 seconds' WHERE kind = 'hold-up' AND app = 'defcon'`,
  );
  expect((await byRank()).get(1)?.targets.map(({ within }) => within)).toEqual([0, null]);
});

test('panels are supervised while they are in service and not offline', async () => {
  const { pool } = panels.app.kit;
  await pool.query(
    `UPDATE defcon_event SET at = now() - interval '100 minutes' WHERE panel_id = $1 AND code = 'in-service'`,
    [shop.id],
  );
  await pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, disposition, first_at, last_at, closed_at)
     SELECT company_id, app, 'status', 'offline', 'problem', id, 21, 'terminated', now() - interval '50 minutes', now() - interval '40 minutes', now() - interval '40 minutes'
       FROM device WHERE id = $1`,
    [shop.id],
  );
  const groups = (await panels.group(shop)).id;
  expect((await counters(`&groups=${groups}`)).supervision).toBeCloseTo(0.9, 3);
});

const total = ({ buckets: all }: Pick<Timelines, 'buckets'>) => ({
  raised: all.flatMap(({ raised }) => Object.values(raised)).reduce((sum, count) => sum + count, 0),
  closed: all.reduce((sum, one) => sum + one.closed, 0),
  arms: all.reduce((sum, one) => sum + one.arms, 0),
  disarms: all.reduce((sum, one) => sum + one.disarms, 0),
});

test.each(buckets)('the sums of the buckets by %s are the counters', async (bucket) => {
  const read = await counters();
  const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0);
  const shown = await timelines(bucket);
  expect(total(shown)).toEqual({
    ...{ raised: sum(read.raised), closed: sum(read.closed), arms: read.arms, disarms: read.disarms },
  });
  expect(shown.hours.flat().reduce((all, count) => all + count, 0)).toBe(sum(read.raised));
});

test('a slot is in one bucket, whatever the zone, the period and its clock changes are', () => {
  const slot = fc.record({
    at: fc.integer({ min: 0, max: 400 * 96 }).map((quarters) => Date.UTC(2026, 0, 1) + quarters * 900_000),
    series: fc.constantFrom('intrusion', 'panic', 'closed', 'arms', 'disarms'),
    count: fc.integer({ min: 1, max: 50 }),
  });
  const zones = [
    'Asia/Dubai',
    'Europe/Berlin',
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Kathmandu',
    'America/St_Johns',
  ];
  fc.assert(
    fc.property(
      fc.array(slot, { maxLength: 60 }),
      fc.constantFrom(...zones),
      fc.constantFrom(...buckets),
      (slots, zone, bucket) => {
        const [from, to] = [Date.UTC(2026, 0, 1) + 420_000, Date.UTC(2027, 1, 5)];
        const summed = sumSlots(slots, { from, to, bucket, zone });
        const of = (series: (one: Slot) => boolean) => slots.filter(series).reduce((sum, { count }) => sum + count, 0);
        const isSeries = (name: string) => (one: Slot) => one.series === name;
        expect(total(summed)).toEqual({
          raised: of(({ series }) => series === 'intrusion' || series === 'panic'),
          ...{ closed: of(isSeries('closed')), arms: of(isSeries('arms')), disarms: of(isSeries('disarms')) },
        });
        const starts = summed.buckets.map(({ start }) => Date.parse(start));
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
      },
    ),
    { numRuns: 60 },
  );
});

test('days have 23 and 25 hours, weeks begin on Saturday, and months are whole', () => {
  const berlin = (from: string, to: string, bucket: Bucket) =>
    bucketStarts(Date.parse(from), Date.parse(to), bucket, 'Europe/Berlin').map(iso);
  expect(berlin('2026-03-29T00:00:00Z', '2026-03-30T10:00:00Z', 'day')).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  expect(berlin('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'hour')).toHaveLength(25);
  expect(berlin('2026-10-25T12:00:00Z', '2026-11-08T12:00:00Z', 'week')).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-30T23:00:00.000Z',
    '2026-11-06T23:00:00.000Z',
  ]);
  expect(berlin('2026-03-15T00:00:00Z', '2026-04-02T00:00:00Z', 'month')).toEqual([
    '2026-02-28T23:00:00.000Z',
    '2026-03-31T22:00:00.000Z',
  ]);
});

describe('customers', () => {
  const top = async (person: TestPerson, more = '') =>
    person.call('GET', `/defcon/analysis/top-customers?${period()}${more}`);

  test('are compared by those who look after several, and not by a customer', async () => {
    expect((await top(panels.customer)).status).toBe(403);
    const { data } = (await top(admin, `&measure=false&companyIds=${panels.company}`)).body;
    expect(data).toMatchObject([
      { company: { id: panels.company }, incidents: 4, false: 1, rate: 0.5, falseInYear: 1, feeAed: null },
    ]);
    expect(data[0].responseSeconds).toBeCloseTo(100);
    expect((await top(admin, '&limit=21')).status).toBe(418);
  });

  test('who are not of the police see none of its incidents', async () => {
    const hq = await panels.app.signIn('hq@rasid.test');
    expect((await top(hq)).body.data).toEqual([]);
    const read = (await hq.call('GET', `/defcon/analysis/counters?${period()}`)).body.data;
    expect([read.raised, read.open, read.panels.active]).toEqual([[], [], 0]);
  });

  test('owe the fee of the band, from its first number on', () => {
    const bands = [
      { from: 3, feeAed: 200 },
      { from: 6, feeAed: 500 },
    ];
    expect([0, 2, 3, 5, 6, 60].map((count) => feeOf(bands, count))).toEqual([null, null, 200, 200, 500, 500]);
  });
});

test('an analysis takes as many statements for many panels as for one, and refuses a period without an end', async () => {
  const group = (await panels.group(shop)).id;
  for (const call of ['counters', 'timelines']) {
    const read = (more: string) => panels.done('GET', `/analysis/${call}?${period()}${more}`);
    const few = await countStatements(panels.app, () => read(`&groups=${group}`));
    expect(await countStatements(panels.app, () => read(''))).toBe(few);
    expect(few).toBeLessThan(call === 'counters' ? 16 : 12);
  }
  const refused = async (query: string) => (await panels.call('GET', `/analysis/${query}`)).body.errors?.[0];
  const [from, to] = [iso(begin), iso(begin - minute)];
  expect(await refused(`counters?from=${from}&to=${to}`)).toEqual({ param: 'to', msg: 'outOfRange' });
  const long = `from=${iso(begin - 93 * 24 * 60 * minute)}&to=${iso(begin)}`;
  expect(await refused(`timelines?${long}&bucket=day`)).toEqual({ param: 'to', msg: 'periodTooLong' });
});
