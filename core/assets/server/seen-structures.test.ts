import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let admin: TestPerson;
let viewer: TestPerson;
let company: number;
/** The viewer's permission groups cover the first structure but not the second. Both are in one area. */
let seen: number;
let hidden: number;
let areaId: number;

beforeAll(async () => {
  app = await rasid();
  [admin, viewer] = [await app.signIn('customer@rasid.test'), await app.signIn('viewer@rasid.test')];
  company = (await admin.call('GET', '/session')).body.data.company.id;
  const idsOf = async (person: TestPerson): Promise<number[]> =>
    (await person.call('GET', `/company/${company}/structure?limit=100`)).body.data.map(
      (row: { id: number }) => row.id,
    );
  const visible = await idsOf(viewer);
  seen = visible[0] as number;
  hidden = (await idsOf(admin)).find((id) => !visible.includes(id)) as number;
  areaId = (await admin.call('POST', `/company/${company}/area`, { body: { name: 'Two of them' } })).body.data.id;
  for (const id of [seen, hidden])
    await admin.call('PATCH', `/company/${company}/structure/${id}`, { body: { areaId } });
});
afterAll(() => app.close());

const names = (rows: { name: string }[]) => rows.map((row) => row.name).sort();
const places = () => [
  { name: 'In the seen one', structureId: seen },
  { name: 'In the hidden one', structureId: hidden },
  { name: 'Nowhere', structureId: null },
];

describe('a person whose permission groups cover some structures', () => {
  test('sees and counts only the assets in these structures or without a structure', async () => {
    const path = `/company/${company}/asset`;
    const ids: number[] = [];
    for (const place of places())
      ids.push((await admin.call('POST', path, { body: { ...place, type: 'lift' } })).body.data.id);
    const list = (await viewer.call('GET', `${path}?type=lift`)).body;
    expect(names(list.data)).toEqual(['In the seen one', 'Nowhere']);
    expect(list.totalRecords).toBe(2);
    const counted = (person: TestPerson) =>
      person
        .call('GET', `${path}/meta`)
        .then(({ body }) => body.data.types.find((type: { type: string }) => type.type === 'lift').assets);
    expect([await counted(admin), await counted(viewer)]).toEqual([3, 2]);
    const statuses = await Promise.all(ids.map(async (id) => (await viewer.call('GET', `${path}/${id}`)).status));
    expect(statuses).toEqual([200, 404, 200]);
  });

  test('sees only the gateways in these structures or without a structure', async () => {
    const path = '/lorawan-gateway';
    const ids: number[] = [];
    for (const [at, place] of places().entries())
      ids.push((await admin.call('POST', path, { body: { ...place, eui: `0016C001F150AA0${at}` } })).body.data.id);
    const own = names((await viewer.call('GET', `${path}?search=aa0`)).body.data);
    expect(own).toEqual(['In the seen one', 'Nowhere']);
    const statuses = await Promise.all(ids.map(async (id) => (await viewer.call('GET', `${path}/${id}`)).status));
    expect(statuses).toEqual([200, 404, 200]);
  });

  test('sees only these structures in the count of an area and in the filter of alarms', async () => {
    const counted = async (person: TestPerson) =>
      (await person.call('GET', `/company/${company}/area?limit=100`)).body.data.find(
        (row: { id: number }) => row.id === areaId,
      ).structures;
    expect([await counted(admin), await counted(viewer)]).toEqual([2, 1]);
    const operator = await app.signIn('operator@rasid.test');
    const offered = async (person: TestPerson) =>
      (await person.call('GET', '/sample/alarm/info')).body.data.structures.map(
        (structure: { id: number }) => structure.id,
      );
    expect(await offered(operator)).toEqual(expect.arrayContaining([seen, hidden]));
    expect(await offered(viewer)).toContain(seen);
    expect(await offered(viewer)).not.toContain(hidden);
  });
});
