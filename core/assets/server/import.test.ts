import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let structures: { id: number; name: string }[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  structures = (await customer.call('GET', `/company/${company}/structure`)).body.data;
});
afterAll(() => app.close());

const importLines = async (lines: object[], dryRun = false) => {
  const reply = await customer.call('POST', `/company/${company}/asset/import`, { body: { dryRun, lines } });
  return reply.body.data as { outcome: string; errors: object[] }[];
};
const outcomes = async (lines: object[], dryRun = false) =>
  (await importLines(lines, dryRun)).map((line) => line.outcome);
const codes = async () =>
  (
    await app.kit.pool.query("SELECT code FROM asset WHERE company_id = $1 AND code LIKE 'I-%' ORDER BY code", [
      company,
    ])
  ).rows.map((row) => row.code);

const pump = () => ({
  code: 'I-1',
  name: 'Fire pump',
  type: 'pump',
  structure: structures[0]?.name,
  purchasedAt: '٠٥/٠٣/٢٠٢٤',
});
const fan = { code: 'I-2', name: 'Fan', type: 'fan', status: 'In-Repair' };

test('a dry run of an import reports the outcome of each line and changes nothing', async () => {
  expect(await outcomes([pump(), fan], true)).toEqual(['created', 'created']);
  expect(await codes()).toEqual([]);
});

test('a file that is imported again creates no asset twice', async () => {
  expect(await outcomes([pump(), fan])).toEqual(['created', 'created']);
  expect(await outcomes([pump(), fan])).toEqual(['unchanged', 'unchanged']);
  expect(await outcomes([{ ...fan, name: 'Exhaust fan' }])).toEqual(['updated']);
  const reply = await customer.call('GET', `/company/${company}/asset?search=I-`);
  expect(reply.body.data).toMatchObject([
    { code: 'I-2', name: 'Exhaust fan', status: 'in-repair' },
    { code: 'I-1', purchasedAt: '2024-03-05', structure: { id: structures[0]?.id } },
  ]);
});

test('an invalid line is refused with its errors while the other lines are imported', async () => {
  const replies = await importLines([
    { code: 'I-3', name: 'Good', type: 'pump' },
    { name: 'No code', type: 'pump' },
    { code: 'I-4', name: 'Lost', type: 'pump', structure: 'Nowhere' },
    { code: 'I-5', name: 'Odd', type: 'pump', status: 'broken', purchasedAt: 'soon' },
    { code: 'I-6', name: 'More', type: 'pump', colour: 'red' },
    { code: 'I-7', name: 'Floor only', type: 'pump', floor: '1' },
    { code: 'I-3', name: 'Again', type: 'pump' },
  ]);
  expect(replies.map((reply) => reply.outcome)).toEqual(['created', ...Array(6).fill('refused')]);
  expect(replies.map((reply) => reply.errors)).toEqual([
    [],
    [{ param: 'code', msg: 'Required' }],
    [{ param: 'structure', msg: 'unknownName' }],
    [
      { param: 'status', msg: 'invalid' },
      { param: 'purchasedAt', msg: 'invalidDate' },
    ],
    [{ param: 'colour', msg: 'unknownColumn' }],
    [{ param: 'structure', msg: 'Required' }],
    [{ param: 'code', msg: 'twiceInFile' }],
  ]);
  expect(await codes()).toEqual(['I-1', 'I-2', 'I-3']);
});

test('an imported line that changes the structure of an asset clears its floor', async () => {
  const { rows } = await app.kit.pool.query(
    'SELECT s.name AS structure, f.name AS floor FROM floor f JOIN structure s ON s.id = f.structure_id WHERE f.company_id = $1 LIMIT 1',
    [company],
  );
  const away = structures.find((structure) => structure.name !== rows[0].structure)?.name;
  expect(await outcomes([{ ...fan, name: 'Exhaust fan', ...rows[0] }])).toEqual(['updated']);
  expect(await outcomes([{ ...fan, name: 'Exhaust fan', structure: rows[0].structure }])).toEqual(['unchanged']);
  expect(await outcomes([{ ...fan, name: 'Exhaust fan', structure: away }])).toEqual(['updated']);
  const reply = await customer.call('GET', `/company/${company}/asset?search=I-2`);
  expect(reply.body.data[0]).toMatchObject({ structure: { name: away }, floor: null });
});

test('every change of an import is recorded in the change log', async () => {
  const { rows } = await app.kit.pool.query(
    "SELECT count(*)::integer AS n FROM change_log WHERE table_name = 'asset' AND after ->> 'code' = 'I-2' AND user_id IS NOT NULL",
  );
  expect(rows[0].n).toBe(4);
});
