import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const hour = 3_600_000;
const day = 24 * hour;
const from = Date.parse('2026-09-01T00:00:00+04:00');
const iso = (at: number) => new Date(at).toISOString();

type Place = { site: number; spaces: [number, number] };
/** A site with two rooms. */
async function place(): Promise<Place> {
  const site = await traps.site();
  const { rows } = await traps.app.kit.pool.query(
    `WITH f AS (INSERT INTO floor (company_id, structure_id, name, level) SELECT company_id, id, 'Ground', 0 FROM structure WHERE id = $1 RETURNING id, company_id, structure_id)
     INSERT INTO space (company_id, structure_id, floor_id, name) SELECT company_id, structure_id, id, n FROM f, unnest(ARRAY['Kitchen', 'Store']) n RETURNING id`,
    [site],
  );
  return { site, spaces: [rows[0].id, rows[1].id] };
}
/** A trap that has been in a room since before the period. */
async function trapAt({ site, spaces }: Place, room = 0, fields: object = {}): Promise<TestTrap> {
  const trap = await traps.add(fields, site);
  await traps.app.kit.pool.query('UPDATE device SET space_id = $2 WHERE id = $1', [trap.id, spaces[room]]);
  return trap;
}
const heard = (trap: TestTrap, days: readonly [number, number][]) =>
  traps.app.kit.pool.query(
    `INSERT INTO rodent_heard (device_id, from_at, to_at) SELECT $1, to_timestamp(f), to_timestamp(t) FROM unnest($2::float8[], $3::float8[]) AS n (f, t)`,
    [trap.id, days.map(([first]) => (from + first * day) / 1000), days.map(([, last]) => (from + last * day) / 1000)],
  );
/** An activation at this day of the period; `space`: where the trap was. */
async function hit(
  trap: TestTrap,
  at: number,
  more: { space?: number; verdict?: string; rearmedAt?: number } = {},
): Promise<number> {
  const { rows } = await traps.app.kit.pool.query(
    `INSERT INTO rodent_hit (company_id, device_id, structure_id, space_id, kind, at, until_at, rearmed_at, verdict, presumed)
     VALUES ($1, $2, $3, $4, 'activation', $5, $5, $6, $7, false) RETURNING id`,
    [
      traps.company,
      trap.id,
      trap.site,
      more.space ?? null,
      iso(from + at * day),
      iso(from + (more.rearmedAt ?? at) * day),
      more.verdict ?? 'unverified',
    ],
  );
  return rows[0].id;
}
const ask = async (name: string, days: number, more = '') => {
  const reply = await traps.call(
    'GET',
    `/analysis/${name}?from=${encodeURIComponent(iso(from))}&to=${encodeURIComponent(iso(from + days * day))}${more}`,
  );
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return reply.body.data;
};
const calls = (site: number) =>
  [
    ['targeted-structure', `&structureId=${site}`],
    ['targeted-space', `&structureId=${site}`],
    ['date-hits', `&structureId=${site}&bucket=day`],
    ['date-hits', `&structureId=${site}&bucket=week`],
    ['device-hits', `&structureId=${site}`],
  ] as const;
const added = (rows: readonly Record<string, number>[], key: string) =>
  rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);

test('every call has the same sums, which a verdict changes in all at once', async () => {
  const at = await place();
  const [first, second] = [await trapAt(at), await trapAt(at, 1)];
  await heard(first, [[0, 28]]);
  await heard(second, [[0, 20]]);
  await hit(first, 2, { space: at.spaces[0], verdict: 'catch' });
  const later = await hit(first, 5, { space: at.spaces[0] });
  await hit(second, 7, { space: at.spaces[1], verdict: 'catch' });
  await hit(second, 8, { space: at.spaces[1], verdict: 'false' });
  await hit(second, 9, { space: at.spaces[1], verdict: 'service' });
  const expected = { hits: 3, catches: 2, false: 1 };
  for (const [name, more] of calls(at.site)) {
    const { total, rows, buckets } = await ask(name, 28, more);
    expect(total, name + more).toMatchObject(expected);
    expect(total.nights, name + more).toBeCloseTo(48, 6);
    for (const key of ['hits', 'catches', 'false', 'nights'] as const)
      expect(added(rows ?? buckets, key), `${name} ${key}`).toBeCloseTo(total[key], 6);
  }
  await traps.call('POST', `/hit/${later}/verdict`, { verdict: 'false', cause: 'door', reason: 'Slammed' });
  for (const [name, more] of calls(at.site))
    expect((await ask(name, 28, more)).total, name).toMatchObject({ hits: 2, false: 2 });
});

test('a trap that was silent for ten of 28 days has 18 nights, and a rate needs fourteen', async () => {
  const at = await place();
  const trap = await trapAt(at);
  await heard(trap, [
    [-3, 9],
    [19, 40],
  ]);
  await hit(trap, 4, { space: at.spaces[0] });
  const { total } = await ask('targeted-structure', 28, `&structureId=${at.site}`);
  expect(total.nights).toBeCloseTo(18, 6);
  expect(total.rate).toBeCloseTo(100 / 18, 6);
  expect((await ask('targeted-structure', 9, `&structureId=${at.site}`)).total).toMatchObject({ hits: 1, rate: null });
});

test('a sprung trap is not armed until it is set again', async () => {
  const at = await place();
  const [snap, multi] = [await trapAt(at), await trapAt(at, 0, { kind: 'multi-catch' })];
  for (const trap of [snap, multi]) {
    await heard(trap, [[0, 28]]);
    await hit(trap, 10, { rearmedAt: 14 });
  }
  const { rows } = await ask('device-hits', 28, `&structureId=${at.site}`);
  const nights = new Map(rows.map((row: { id: number; nights: number }) => [row.id, row.nights]));
  expect(nights.get(snap.id)).toBeCloseTo(24, 6);
  expect(nights.get(multi.id)).toBeCloseTo(28, 6);
});

test('the nights of a trap that has moved add up over both rooms', async () => {
  const at = await place();
  const trap = await trapAt(at);
  await heard(trap, [[0, 28]]);
  await traps.app.kit.pool.query('UPDATE device SET space_id = $2 WHERE id = $1', [trap.id, at.spaces[1]]);
  await traps.app.kit.pool.query(
    `INSERT INTO device_log (device_id, company_id, kind, data, at) VALUES ($1, $2, 'moved', $3, $4)`,
    [
      trap.id,
      traps.company,
      JSON.stringify({
        from: { structureId: at.site, floorId: null, spaceId: at.spaces[0] },
        to: { structureId: at.site, floorId: null, spaceId: at.spaces[1] },
      }),
      iso(from + 10 * day),
    ],
  );
  const { rows } = await ask('targeted-space', 28, `&structureId=${at.site}`);
  const nights = new Map(
    rows.map((row: { space: { id: number } | null; nights: number }) => [row.space?.id, row.nights]),
  );
  expect(nights.get(at.spaces[0])).toBeCloseTo(10, 6);
  expect(nights.get(at.spaces[1])).toBeCloseTo(18, 6);
});

test('a period that is too long for its buckets or ends before it begins is refused', async () => {
  const faults = async (query: string) => (await traps.call('GET', `/analysis/date-hits?${query}`)).body.errors;
  const period = (days: number) =>
    `from=${encodeURIComponent(iso(from))}&to=${encodeURIComponent(iso(from + days * day))}`;
  expect(await faults(`${period(8)}&bucket=hour`)).toEqual([{ param: 'to', msg: 'periodTooLong' }]);
  expect(await faults(`${period(401)}&bucket=month`)).toEqual([{ param: 'to', msg: 'periodTooLong' }]);
  expect(await faults(`${period(-1)}&bucket=day`)).toEqual([{ param: 'to', msg: 'outOfRange' }]);
});

test('a plan has the hits of a period at each trap that stands on it, and says which were not heard', async () => {
  const at = await place();
  const [busy, quiet, silent, loose] = [
    await trapAt(at, 0, { number: 1 }),
    await trapAt(at, 1, { number: 2, zone: 'exterior' }),
    await trapAt(at, 1, { number: 3 }),
    await trapAt(at, 1, { number: 4 }),
  ];
  const image = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const form = new FormData();
  for (const [name, value] of [
    ['structureId', String(at.site)],
    ['name', 'Ground'],
  ] as const)
    form.set(name, value);
  form.set('image', new Blob([new Uint8Array(image)]), 'plan.png');
  const layout = (await traps.customer.call('POST', '/layout', { body: form })).body.data.id;
  for (const [trap, x] of [
    [busy, 0.2],
    [quiet, 0.5],
    [silent, 0.75],
  ] as const)
    await traps.customer.call('POST', `/layout/${layout}/add-device`, { body: { deviceId: trap.id, x, y: 0.5 } });
  await heard(busy, [[0, 28]]);
  await heard(quiet, [[0, 28]]);
  await hit(busy, 3);
  await hit(busy, 5);
  await hit(busy, 6, { verdict: 'false' });
  await hit(loose, 6);
  const { site, rows } = await ask('plan-hits', 28, `&structureId=${at.site}`);
  expect(site).toMatchObject({ id: at.site });
  const byNumber = rows.toSorted((a: { number: number }, b: { number: number }) => a.number - b.number);
  expect(byNumber).toMatchObject([
    { id: busy.id, number: 1, layoutId: layout, x: 0.2, y: 0.5, hits: 2, false: 1 },
    { id: quiet.id, number: 2, hits: 0, nights: 28 },
    { id: silent.id, number: 3, hits: 0, nights: 0, rate: null },
  ]);
  const outside = await ask('plan-hits', 28, `&structureId=${at.site}&zone=exterior`);
  expect(outside.rows.map(({ id }: { id: number }) => id)).toEqual([quiet.id]);
  await traps.grant('qasr');
  const other = await traps.app.signIn('other@rasid.test');
  const query = `from=${iso(from)}&to=${iso(from + day)}&structureId=${at.site}`;
  expect((await other.call('GET', `/rodent/analysis/plan-hits?${query}`)).status).toBe(404);
});

test('the traps with the most hits come first by pages, with their share of the site and the traps hit near them', async () => {
  const at = await place();
  const [most, near, other] = [await trapAt(at, 0), await trapAt(at, 0), await trapAt(at, 1)];
  const [kitchen, store] = at.spaces;
  for (const on of [3, 10, 20]) await hit(most, on, { space: kitchen });
  await hit(near, 4, { space: kitchen });
  await hit(near, 14, { space: kitchen, verdict: 'false' });
  for (const on of [3, 10]) await hit(other, on, { space: store });
  const page = async (more: string) => (await ask('device-hits', 28, `&structureId=${at.site}${more}`)).rows;
  const rows = await page('');
  expect(rows).toMatchObject([
    { id: most.id, hits: 3, share: 0.5, neighbours: 1, lastHitAt: iso(from + 20 * day) },
    { id: other.id, hits: 2, neighbours: 0 },
    { id: near.id, hits: 1, neighbours: 1, lastHitAt: iso(from + 4 * day) },
  ]);
  expect([...(await page('&limit=2')), ...(await page('&limit=2&skip=2'))]).toEqual(rows);
});
