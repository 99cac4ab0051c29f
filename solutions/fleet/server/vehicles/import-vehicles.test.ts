import { beforeAll, expect, test } from 'vitest';
import { app, call, operator, permit, sites, withFleet } from '#main/testing/fleet/fleet.ts';

withFleet();
let names: string[];
beforeAll(async () => {
  const { rows } = await app.kit.pool.query(
    'SELECT name FROM structure WHERE id = ANY ($1) ORDER BY array_position($1, id)',
    [sites],
  );
  names = rows.map(({ name }) => name);
});

type Outcome = { outcome: string; errors: { param: string; msg: string }[] };
const send = async (lines: object[], person?: typeof operator): Promise<Outcome[]> =>
  (await call('POST', '/vehicle/import', { dryRun: false, lines }, person)).body.data;
const outcomes = async (lines: object[]) =>
  (await send(lines)).map(({ outcome, errors }) => [outcome, ...errors.map(({ param, msg }) => `${param} ${msg}`)]);
const line = (more: object = {}) => ({
  plate: 'أ ب ح ١٢٣٤',
  plateCountry: 'sa',
  name: 'Imported',
  structure: names[0],
  type: 'Truck',
  propulsion: 'diesel',
  year: '٢٠٢٢',
  registrationExpires: '٠٥/٠٣/٢٠٢٧',
  ...more,
});

test('a file with vehicles adds those with new plates and changes the others', async () => {
  expect(await outcomes([line({ insuranceExpires: '2027-01-31' })])).toEqual([['created']]);
  expect(await outcomes([line({ plate: 'ABJ-1234', insuranceExpires: '2027-01-31' })])).toEqual([['unchanged']]);
  expect(await outcomes([line({ plate: 'ABJ-1234', make: 'MAN', registrationExpires: '2026-12-31' })])).toEqual([
    ['updated'],
  ]);
  const { data } = (await call('GET', '/vehicle?search=Imported')).body;
  expect(data).toMatchObject([
    {
      plate: { country: 'SA', emirate: null, category: null, number: 'أ ب ح ١٢٣٤' },
      structure: { id: sites[0] },
      type: 'truck',
      make: 'MAN',
      year: 2022,
      registrationExpires: '2026-12-31',
      insuranceExpires: '2027-01-31',
      papersUntil: '2026-12-31',
      permits: [],
    },
  ]);
});

test('a line is refused for what it lacks, while the others are taken', async () => {
  const vin = 'WDB9066331S000001';
  const dubai = { plateCountry: 'AE', plateEmirate: 'Dubai', plateCategory: 'B' };
  const lines = [
    line({ ...dubai, plate: '1', name: 'First', vin }),
    line({ ...dubai, plate: '2', name: 'Second', vin }),
    line({ plateCountry: 'AE', plate: '3' }),
    line({ ...dubai, plate: '4', structure: 'Nowhere' }),
    line({ ...dubai, plate: '5', year: '1950', type: 'tank' }),
    line({ ...dubai, plate: '١' }),
    line({ structure: names[1] }),
  ];
  expect(await outcomes(lines)).toEqual([
    ['created'],
    ['refused', 'vin taken'],
    ['refused', 'plateEmirate Required'],
    ['refused', 'structure unknownName'],
    ['refused', 'type invalid', 'year outOfRange'],
    ['refused', 'plate twiceInFile'],
    // The base site of a vehicle is changed by people, with what is fitted to it.
    ['refused', 'structure otherSite'],
  ]);
});

test('people import vehicles to the sites for which they may', async () => {
  await permit([[sites[1], 'vehicle', ['import']]]);
  const lines = [line({ plate: 'DDD 1' }), line({ plate: 'DDD 2', structure: names[1] })];
  // Importing is for administrators, whom no group limits.
  expect((await call('POST', '/vehicle/import', { dryRun: false, lines }, operator)).status).toBe(403);
});
