import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let structures: { id: number; name: string }[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  structures = (await customer.call('GET', `/company/${company}/structure`)).body.data;
});
afterAll(() => app.close());

const send = (lines: object[], dryRun = false, person = customer) =>
  person.call('POST', '/sample/device/import', { body: { dryRun, lines } });
const importLines = async (lines: object[], dryRun = false) => (await send(lines, dryRun)).body.data;
const outcomes = async (lines: object[]) => (await importLines(lines)).map((line: { outcome: string }) => line.outcome);
const device = async (serial: string) => (await customer.call('GET', `/sample/device?search=${serial}`)).body.data[0];
const model = async () =>
  (await app.kit.pool.query('SELECT name_en, name_ar FROM device_hardware WHERE id = 90101')).rows[0];
const devicesInStructure = async (id?: number) =>
  Number(
    (
      await app.kit.pool.query(
        'SELECT coalesce(sum(devices), 0) AS n FROM structure_solution WHERE structure_id = $1 AND solution_id = 901',
        [id],
      )
    ).rows[0].n,
  );

test('imported lines with unknown serials create devices once, in the inventory or in the named structure', async () => {
  const { name_en, name_ar } = await model();
  const lines = [
    { serial: '70B3D5FF0001', model: name_en },
    { serial: '70B3D5FF0002', model: name_ar, name: 'Basement tank', structure: structures[0]?.name },
  ];
  const before = await devicesInStructure(structures[0]?.id);
  expect((await importLines(lines, true)).map((line: { outcome: string }) => line.outcome)).toEqual([
    'created',
    'created',
  ]);
  expect(await device('70B3D5FF0001')).toBeUndefined();
  expect(await outcomes(lines)).toEqual(['created', 'created']);
  expect(await outcomes(lines)).toEqual(['unchanged', 'unchanged']);
  expect(await device('70B3D5FF0001')).toMatchObject({
    name: '70B3D5FF0001',
    state: 'inventory',
    token: 'none',
    structure: null,
  });
  expect(await device('70B3D5FF0002')).toMatchObject({ state: 'installed', structure: { id: structures[0]?.id } });
  expect(await devicesInStructure(structures[0]?.id)).toBe(before + 1);
});

test('an imported line with a known serial renames and moves the device and adds a log line', async () => {
  const counts = await Promise.all([devicesInStructure(structures[0]?.id), devicesInStructure(structures[1]?.id)]);
  expect(await outcomes([{ serial: '70B3D5FF0002', name: 'Roof tank', structure: structures[1]?.name }])).toEqual([
    'updated',
  ]);
  const after = await device('70B3D5FF0002');
  expect(after).toMatchObject({ name: 'Roof tank', structure: { id: structures[1]?.id } });
  expect(await Promise.all([devicesInStructure(structures[0]?.id), devicesInStructure(structures[1]?.id)])).toEqual([
    (counts[0] as number) - 1,
    (counts[1] as number) + 1,
  ]);
  const log = (await customer.call('GET', `/sample/device/${after.id}/log`)).body.data;
  expect(log.map((line: { kind: string }) => line.kind)).toEqual(['imported', 'imported']);
});

test('an imported line is refused for a device in another app and for a missing, unknown or changed model', async () => {
  const elsewhere = await app.kit.pool.query(
    "SELECT serial FROM device WHERE app <> 'sample' AND company_id = (SELECT company_id FROM users WHERE email = 'customer@rasid.test') LIMIT 1",
  );
  const other = await app.kit.pool.query(
    "SELECT name_en FROM device_hardware WHERE app = 'sample' AND id <> 90101 LIMIT 1",
  );
  const { name_en } = await model();
  const replies = await importLines([
    { serial: elsewhere.rows[0].serial, model: name_en },
    { serial: '70B3D5FF0003' },
    { serial: '70B3D5FF0004', model: 'Time machine' },
    { serial: '70B3D5FF0001', model: other.rows[0].name_en },
  ]);
  expect(replies.map((reply: { errors: object[] }) => reply.errors)).toEqual([
    [{ param: 'serial', msg: 'serialOfOtherApp' }],
    [{ param: 'model', msg: 'Required' }],
    [{ param: 'model', msg: 'unknownName' }],
    [{ param: 'model', msg: 'modelOfKnownDevice' }],
  ]);
});

test('an import of two hundred devices needs as many statements as one of two', async () => {
  const { name_en } = await model();
  const many = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      serial: `${prefix}${at.toString(16).toUpperCase().padStart(4, '0')}`,
      model: name_en,
      structure: structures[0]?.name,
    }));
  const two = await countStatements(app, () => send(many('FEED0000', 2)));
  expect(await countStatements(app, () => send(many('BEEF0000', 200)))).toBe(two);
});

test('a viewer cannot import devices', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await send([{ serial: '70B3D5FF0009' }], true, viewer)).status).toBe(403);
});

test('an import with more lines than a statement can have parameters is checked in one call', async () => {
  const { name_en } = await model();
  const lines = Array.from({ length: 12_000 }, (_, i) => ({
    serial: `70B3D6${String(i).padStart(6, '0')}`,
    model: name_en,
  }));
  const checked = await importLines(lines, true);
  expect(checked).toHaveLength(12_000);
  expect(checked.every((line: { outcome: string }) => line.outcome === 'created')).toBe(true);
  expect(await device('70B3D6000000')).toBeUndefined();
});
