import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let company: number;
let structures: { id: number; name: string }[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  structures = (await customer.call('GET', `/company/${company}/structure`)).body.data;
});
afterAll(() => app.close());

const bring = async (lines: object[], dryRun = false) => {
  const reply = await customer.call('POST', `/company/${company}/asset/import`, { body: { dryRun, lines } });
  return reply.body.data as { outcome: string; errors: object[] }[];
};
const outcomes = async (lines: object[], dryRun = false) => (await bring(lines, dryRun)).map((one) => one.outcome);
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

test('a dry run tells what would happen and changes nothing', async () => {
  expect(await outcomes([pump(), fan], true)).toEqual(['created', 'created']);
  expect(await codes()).toEqual([]);
});

test('lines become assets once, however often the file is sent', async () => {
  expect(await outcomes([pump(), fan])).toEqual(['created', 'created']);
  expect(await outcomes([pump(), fan])).toEqual(['unchanged', 'unchanged']);
  expect(await outcomes([{ ...fan, name: 'Exhaust fan' }])).toEqual(['updated']);
  const found = await customer.call('GET', `/company/${company}/asset?search=I-`);
  expect(found.body.data).toMatchObject([
    { code: 'I-2', name: 'Exhaust fan', status: 'in-repair' },
    { code: 'I-1', purchasedAt: '2024-03-05', structure: { id: structures[0]?.id } },
  ]);
});

test('each line that cannot be taken says why, and the others are taken', async () => {
  const replies = await bring([
    { code: 'I-3', name: 'Good', type: 'pump' },
    { name: 'No code', type: 'pump' },
    { code: 'I-4', name: 'Lost', type: 'pump', structure: 'Nowhere' },
    { code: 'I-5', name: 'Odd', type: 'pump', status: 'broken', purchasedAt: 'soon' },
    { code: 'I-6', name: 'More', type: 'pump', colour: 'red' },
    { code: 'I-7', name: 'Floor only', type: 'pump', floor: '1' },
    { code: 'I-3', name: 'Again', type: 'pump' },
  ]);
  expect(replies.map((one) => one.outcome)).toEqual(['created', ...Array(6).fill('refused')]);
  expect(replies.map((one) => one.errors)).toEqual([
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

test('an asset that moves to another structure leaves its floor', async () => {
  const { rows } = await app.kit.pool.query(
    'SELECT s.name AS structure, f.name AS floor FROM floor f JOIN structure s ON s.id = f.structure_id WHERE f.company_id = $1 LIMIT 1',
    [company],
  );
  const away = structures.find((one) => one.name !== rows[0].structure)?.name;
  expect(await outcomes([{ ...fan, name: 'Exhaust fan', ...rows[0] }])).toEqual(['updated']);
  expect(await outcomes([{ ...fan, name: 'Exhaust fan', structure: rows[0].structure }])).toEqual(['unchanged']);
  expect(await outcomes([{ ...fan, name: 'Exhaust fan', structure: away }])).toEqual(['updated']);
  const found = await customer.call('GET', `/company/${company}/asset?search=I-2`);
  expect(found.body.data[0]).toMatchObject({ structure: { name: away }, floor: null });
});

test('every change of an import stands in the history', async () => {
  const { rows } = await app.kit.pool.query(
    "SELECT count(*)::integer AS n FROM change_log WHERE table_name = 'asset' AND after ->> 'code' = 'I-2' AND user_id IS NOT NULL",
  );
  expect(rows[0].n).toBe(4);
});
