import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let structures: { id: number }[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  structures = (await customer.call('GET', `/company/${company}/structure`)).body.data;
});
afterAll(() => app.close());

const path = () => `/company/${company}/asset`;
let createdCount = 0;
const create = (body: object) =>
  customer.call('POST', path(), { body: { name: `Pump ${++createdCount}`, type: 'pump', ...body } });

describe('an asset', () => {
  test('can be created, read, updated and deleted', async () => {
    const asset = (await create({ code: 'P-1', structureId: structures[0]?.id })).body.data;
    expect(asset).toMatchObject({ status: 'in-use', code: 'P-1', structure: { id: structures[0]?.id } });
    const changed = await customer.call('PATCH', `${path()}/${asset.id}`, { body: { status: 'in-repair' } });
    expect(changed.body.data).toMatchObject({ status: 'in-repair', name: asset.name });
    expect((await customer.call('DELETE', `${path()}/${asset.id}`)).status).toBe(204);
    expect((await customer.call('GET', `${path()}/${asset.id}`)).status).toBe(404);
  });

  test('has a code that is unique within its company', async () => {
    await create({ code: 'P-2' });
    const again = await create({ code: 'P-2' });
    expect([again.status, again.body.errors]).toEqual([418, [{ param: 'code', msg: 'taken' }]]);
  });

  test('is refused in a place of another company and on a floor of another structure', async () => {
    const foreign = await app.kit.pool.query('SELECT id FROM structure WHERE company_id <> $1 LIMIT 1', [company]);
    expect((await create({ structureId: foreign.rows[0].id })).body.word).toBe('place-not-found');
    const floor = await app.kit.pool.query('SELECT id FROM floor WHERE structure_id = $1 LIMIT 1', [structures[0]?.id]);
    expect((await create({ floorId: floor.rows[0]?.id ?? 1 })).body.word).toBe('place-not-found');
    expect((await create({ structureId: structures[1]?.id, floorId: floor.rows[0]?.id ?? 1 })).body.word).toBe(
      'place-not-found',
    );
  });

  test('loses its floor when its structure changes', async () => {
    const floor = await app.kit.pool.query('SELECT id, structure_id FROM floor WHERE company_id = $1 LIMIT 1', [
      company,
    ]);
    const asset = (await create({ structureId: floor.rows[0].structure_id, floorId: floor.rows[0].id })).body.data;
    const elsewhere = structures.find((structure) => structure.id !== floor.rows[0].structure_id);
    const moved = await customer.call('PATCH', `${path()}/${asset.id}`, { body: { structureId: elsewhere?.id } });
    expect(moved.body.data).toMatchObject({ structureId: elsewhere?.id, floorId: null });
  });

  test('is found by name and code in any form of the letters and digits', async () => {
    await create({ name: 'مضخّة الإطفاء', type: 'pump', code: 'F-٩' });
    for (const search of ['مضخه الاطفاء', 'f-9']) {
      const found = await customer.call('GET', `${path()}?search=${encodeURIComponent(search)}`);
      expect(found.body.data).toHaveLength(1);
    }
  });

  test('is counted by type, the most used type first', async () => {
    await create({ type: 'crane' });
    const { total, types } = (await customer.call('GET', `${path()}/meta`)).body.data;
    const counts = types.map((type: { assets: number }) => type.assets);
    expect(types.find((type: { type: string }) => type.type === 'crane').assets).toBe(1);
    expect(total).toBe(counts.reduce((sum: number, count: number) => sum + count, 0));
    expect(counts).toEqual([...counts].sort((a: number, b: number) => b - a));
  });

  test('is refused with an error for each invalid field', async () => {
    const reply = await customer.call('POST', path(), {
      body: { name: '', type: 'pump', status: 'lost', purchasedAt: 'yesterday' },
    });
    expect(reply.body.errors.map((error: { param: string }) => error.param).sort()).toEqual([
      'name',
      'purchasedAt',
      'status',
    ]);
  });
});
