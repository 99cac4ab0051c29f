import { beforeAll, expect, test } from 'vitest';
import {
  act,
  breakIn,
  guard,
  hq,
  incident,
  mark,
  of,
  panels,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';

withDesk();

type Station = { id: number; code: string; polygons: { outer: { lat: number; lng: number }[] }[] };
const query = async (statement: string, values: readonly unknown[]) =>
  (await panels.app.kit.pool.query(statement, [...values])).rows;
let panel: TestPanel;
let stations: Station[];
beforeAll(async () => {
  panel = await watched();
  const { data } = (await of(hq)('GET', '/police/locality?kind=local&limit=100')).body;
  stations = await Promise.all(
    data.map(async ({ id }: { id: number }) => (await of(hq)('GET', `/police/locality/${id}`)).body.data),
  );
});

/** Moves the site of the panel to the middle of the area of a station. */
async function moveInto({ polygons }: Station): Promise<void> {
  const corners = polygons[0]?.outer ?? [];
  const mean = (of_: 'lat' | 'lng') => corners.reduce((sum, corner) => sum + corner[of_], 0) / corners.length;
  const location = { lat: mean('lat'), lng: mean('lng') };
  const path = `/company/${panels.company}/structure/${panel.site}`;
  expect((await panels.customer.call('PATCH', path, { body: { location } })).status).toBe(200);
}

/** A break-in for which the police is called. */
async function called(): Promise<number> {
  const id = await breakIn(await watched());
  await act(guard, id, 'acknowledge');
  const { status, body } = await act(guard, id, 'escalate-police', { verified: 'phone' });
  expect([status, body.word]).toEqual([200, undefined]);
  return id;
}
const stationOf = async (id: number) =>
  (await query('SELECT station_id FROM defcon_incident WHERE alarm_id = $1', [id]))[0]?.station_id;
async function giveBack(id: number): Promise<void> {
  await mark(hq, id, 'handed-back');
  await act(guard, id, 'acknowledge');
  expect((await act(guard, id, 'reject', { cause: 'pet' })).status).toBe(200);
}

test('a site that moves has another station for its next incident, and the same for the one that is open', async () => {
  const [first, second] = ['RP-MAR', 'RP-IND'].map((code) => stations.find((one) => one.code === code)) as [
    Station,
    Station,
  ];
  await moveInto(first);
  const open = await called();
  expect(await stationOf(open)).toBe(first.id);
  await moveInto(second);
  expect(await stationOf(open)).toBe(first.id);
  expect((await of(hq)('GET', `${incident(open)}/incident`)).body.data.station).toMatchObject({ id: first.id });
  await giveBack(open);
  const next = await called();
  expect(await stationOf(next)).toBe(second.id);
  await giveBack(next);
});

test('the false alarms of premises are those that were rejected within twelve months, and the fee is that of their band', async () => {
  await giveBack(await called());
  const figure = async () => {
    const id = await breakIn(await watched());
    const { falseAlarms } = (await of(guard)('GET', `${incident(id)}/incident`)).body.data;
    await act(guard, id, 'acknowledge');
    await act(guard, id, 'terminate', { outcome: 'no-trace' });
    return falseAlarms as number;
  };
  const rejected = await query(
    "SELECT id FROM alarm WHERE structure_id = $1 AND class = 'intrusion' AND disposition = 'rejected' ORDER BY id",
    [panel.site],
  );
  const count = rejected.length;
  expect(count).toBeGreaterThan(1);
  expect(await figure()).toBe(count);
  const closed = (at: string) =>
    query(`UPDATE alarm SET closed_at = now() - interval '12 months' ${at} WHERE id = $1`, [rejected[0]?.id as number]);
  // It counts from when it was rejected, however long before it was raised.
  await query("UPDATE alarm SET first_at = now() - interval '13 months' WHERE id = $1", [rejected[0]?.id]);
  await closed("+ interval '1 minute'");
  expect(await figure()).toBe(count);
  await closed("- interval '1 minute'");
  expect(await figure()).toBe(count - 1);
  await closed("+ interval '11 months'");

  const fee = async (feeBands: object[]) => {
    const setting = (await of(hq)('GET', '/intrusion-setting')).body.data;
    expect((await of(hq)('PUT', '/intrusion-setting', { ...setting, feeBands })).status).toBe(200);
    const [from, to] = [-3_600_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    const { data } = (await of(hq)('GET', `/analysis/top-customers?from=${from}&to=${to}&measure=false`)).body;
    const own = data.find(({ company }: { company: { id: number } }) => company.id === panels.company);
    expect(own.falseInYear).toBe(count);
    return own.feeAed;
  };
  expect(await fee([{ from: count, feeAed: 200 }])).toBe(200);
  expect(await fee([{ from: count + 1, feeAed: 200 }])).toBeNull();
  const band = { from: count - 1, feeAed: 200 };
  expect(await fee([band, { from: count + 1, feeAed: 500 }])).toBe(200);
  expect(await fee([band, { from: count, feeAed: 500 }])).toBe(500);
});
