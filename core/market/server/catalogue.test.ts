import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Product } from '../common/product.ts';

let app: Rasid;
let admin: TestPerson;
let customer: TestPerson;
let company: number;
beforeAll(async () => {
  app = await rasid();
  [admin, customer] = [await app.signIn('super@rasid.test'), await app.signIn('customer@rasid.test')];
  company = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const list = async (query: string, person: TestPerson = app.anonymous, headers = {}): Promise<Product[]> =>
  (await person.call('GET', `/product?${query}`, { headers })).body.data;
const product = async (sku: string, person: TestPerson = app.anonymous): Promise<Product> =>
  (await list('app=sample&limit=50', person)).find((one) => one.sku === sku) as Product;
const edited = async (id: number, companyId?: number) =>
  (await admin.call('GET', `/product/${id}/customized${companyId ? `?companyId=${companyId}` : ''}`)).body.data;
const customize = async (id: number, body: object) => {
  const { version } = await edited(id);
  return admin.call('PATCH', `/product/${id}/customize`, { body: { companyId: null, version, ...body } });
};

describe('the catalogue', () => {
  test('is shown to visitors in their language, with the offer of a device and its options', async () => {
    const tank = await product('SAMPLE-TANK');
    expect(tank).toMatchObject({ name: 'Tank 1', price: 100, listPrice: 100, stock: null, hardwareId: 90101 });
    expect(tank.offer).toMatchObject({
      dimension: '10 × 10 cm',
      freeTokenValidityInMonths: 12,
      lifeExpectancyMonths: null,
    });
    expect(tank.offer?.sensors[0]).toEqual({ id: 9001, name: 'Level' });
    expect(tank.offer?.plugins.map(({ name }) => name)).toEqual(['Statement']);
    expect(tank.options.map(({ name, price, included }) => [name, price, included])).toEqual([
      ['Short probe', 0, false],
      ['Long probe', 20, false],
      ['Shelter', 15.5, false],
      ['Shelter lock', 5, false],
      ['Statement', 0, true],
    ]);
    const [arabic] = await list('app=sample&kind=device', app.anonymous, { 'accept-language': 'ar' });
    expect(arabic?.name).toBe('خزان 1');
  });

  test('is filtered by solution, model, kind, id, price and the further names of an app', async () => {
    const skus = async (query: string) => (await list(`limit=50&${query}`)).map(({ sku }) => sku).sort();
    expect(await skus('solutionId=903&kind=device')).toEqual(['SAMPLE-METER']);
    expect(await skus('hardwareId=90101')).toEqual(['SAMPLE-TANK', 'SAMPLE-VALVE']);
    expect(await skus('app=sample-app&price[min]=40&price[max]=100')).toEqual(['SAMPLE-TANK', 'SAMPLE-VALVE']);
    const { id } = await product('SAMPLE-METER');
    expect(await skus(`id=${id}`)).toEqual(['SAMPLE-METER']);
    expect(await skus(`id=${id}&model=90101`)).toEqual(['SAMPLE-METER', 'SAMPLE-TANK']);
    expect(await skus('app=sample&search=tank')).toEqual(['SAMPLE-TANK']);
    expect((await app.anonymous.call('GET', '/product?colour=red')).status).toBe(418);
    expect((await app.anonymous.call('GET', '/product?id=x')).body.errors).toEqual([
      { param: 'id', msg: 'enterANumber' },
    ]);
  });

  test('names the solutions of the apps with the number of models on sale', async () => {
    const { data } = (await app.anonymous.call('GET', '/solution?app=sample')).body;
    expect(data.map(({ key, offered, hardwareCount }: never) => [key, offered, hardwareCount])).toEqual([
      ['tank', true, 1],
      ['switch', false, 0],
      ['meter', true, 1],
      ['air', false, 0],
    ]);
  });

  test('lists plugins separately from other products', async () => {
    const plugins = (await app.anonymous.call('GET', '/plugin?app=sample&hardwareId=90101')).body.data;
    expect(plugins.map(({ sku }: Product) => sku)).toEqual(['SAMPLE-VALVE']);
    expect((await app.anonymous.call('GET', `/plugin/${plugins[0].id}`)).body.data.name).toBe('Shut-off');
    const tank = await product('SAMPLE-TANK');
    expect((await app.anonymous.call('GET', `/plugin/${tank.id}`)).status).toBe(404);
    expect((await app.anonymous.call('GET', `/product/${tank.id}`)).body.data.description).toBe('');
  });

  test('shows the best-selling devices, padded in their order', async () => {
    await app.kit.pool.query(`UPDATE market_product SET sold_qty_90 = 7 WHERE sku = 'SAMPLE-METER'`);
    const { data } = (await app.anonymous.call('GET', '/product/best-selling?app=sample&limit=5')).body;
    expect(data.map((row: { quantity: number; product: Product }) => [row.quantity, row.product.sku])).toEqual([
      [7, 'SAMPLE-METER'],
      [0, 'SAMPLE-TANK'],
    ]);
  });
});

describe('a product that is customized', () => {
  test('has the name and price of one company, which only that company reads', async () => {
    const { id } = await product('SAMPLE-VALVE');
    const reply = await customize(id, { companyId: company, price: 39.5, nameEn: 'Our shut-off' });
    expect(reply.body.data).toMatchObject({ price: 39.5, nameEn: 'Our shut-off', nameAr: 'إغلاق تلقائي' });
    expect(await product('SAMPLE-VALVE', customer)).toMatchObject({ name: 'Our shut-off', price: 39.5, listPrice: 45 });
    expect(await product('SAMPLE-VALVE')).toMatchObject({ name: 'Shut-off', price: 45 });
    const other = await app.signIn('other@rasid.test');
    expect((await product('SAMPLE-VALVE', other)).price).toBe(45);
    expect((await other.call('GET', `/product/${id}/customized?companyId=${company}`)).status).toBe(404);
  });

  test('has the list price again once the price of the company is removed, and refuses an outdated version', async () => {
    const { id } = await product('SAMPLE-LONG');
    const { version } = await edited(id);
    await customize(id, { companyId: company, price: 12, note: 'Agreed' });
    const body = { companyId: company, version, price: 1 };
    const stale = await admin.call('PATCH', `/product/${id}/customize`, { body });
    expect([stale.status, stale.body.word]).toEqual([409, 'changed-meanwhile']);
    // Fields that a change does not contain stay as they are.
    await customize(id, { companyId: company, nameEn: 'Our probe' });
    expect(await product('SAMPLE-LONG', customer)).toMatchObject({ name: 'Our probe', price: 12 });
    await customize(id, { companyId: company, price: null });
    expect((await product('SAMPLE-LONG', customer)).price).toBe(20);
    expect(await edited(id, company)).toMatchObject({ note: 'Agreed', nameEn: 'Our probe' });
  });

  test('keeps at least the stock that is reserved', async () => {
    const { id } = await product('SAMPLE-METER');
    await app.kit.pool.query('UPDATE market_product SET stock = 100, reserved = 4 WHERE id = $1', [id]);
    const fewer = await customize(id, { stock: 3 });
    expect([fewer.status, fewer.body.word, fewer.body.detail]).toEqual([409, 'stock-reserved', { reserved: 4 }]);
    expect((await customize(id, { stock: 4 })).body.data.stock).toBe(4);
    await app.kit.pool.query('UPDATE market_product SET stock = 100, reserved = 0 WHERE id = $1', [id]);
  });

  test('is hidden from one company only', async () => {
    const { id } = await product('SAMPLE-SHELTER');
    await customize(id, { companyId: company, hidden: true });
    expect(await product('SAMPLE-SHELTER', customer)).toBeUndefined();
    expect((await customer.call('GET', `/product/${id}`)).status).toBe(404);
    expect((await product('SAMPLE-TANK', customer)).options.map(({ name }) => name)).not.toContain('Shelter');
    expect(await product('SAMPLE-SHELTER')).toMatchObject({ name: 'Shelter' });
    await customize(id, { companyId: company, hidden: false });
  });

  test('is changed for all, with a line in the log of changes, and refuses an outdated version', async () => {
    const { id } = await product('SAMPLE-LONG');
    const { version } = await edited(id);
    expect((await customize(id, { price: 21 })).body.data.price).toBe(21);
    const stale = await admin.call('PATCH', `/product/${id}/customize`, {
      body: { companyId: null, version, price: 5 },
    });
    expect([stale.status, stale.body.word, stale.body.code]).toEqual([409, 'changed-meanwhile', '20010002']);
    const { rows } = await app.kit.pool.query(
      `SELECT before ->> 'price_cents' AS was, after ->> 'price_cents' AS now FROM change_log WHERE table_name = 'market_product' AND row_id = $1`,
      [String(id)],
    );
    expect(rows).toEqual([{ was: '2000', now: '2100' }]);
    await customize(id, { price: 20 });
  });

  test('has a price in whole cents, and is changed only by Super Admins', async () => {
    const { id } = await product('SAMPLE-LONG');
    expect((await customize(id, { price: 1.005 })).body.errors).toEqual([{ param: 'price', msg: 'wholeCents' }]);
    const body = { companyId: null, version: 1, price: 1 };
    for (const person of [customer, await app.signIn('integrator@rasid.test'), await app.signIn('finance@rasid.test')])
      expect((await person.call('PATCH', `/product/${id}/customize`, { body })).status).toBe(403);
  });

  test('that is no longer sold disappears from the catalogue', async () => {
    const { id } = await product('SAMPLE-LOCK');
    await customize(id, { active: false });
    expect(await product('SAMPLE-LOCK')).toBeUndefined();
    await customize(id, { active: true });
    expect(await product('SAMPLE-LOCK')).toBeDefined();
  });
});

test('a product of the manifests is stored once and keeps what the installation has changed', async () => {
  const { id } = await product('SAMPLE-LONG');
  await customize(id, { price: 22 });
  const { addProducts } = await import('./reference.ts');
  await addProducts(app.kit);
  expect((await product('SAMPLE-LONG')).price).toBe(22);
  await customize(id, { price: 20 });
});

test('a product is added by the Super Admin, and its SKU is taken from then on', async () => {
  const body = { sku: 'EXTRA-1', kind: 'accessory', app: 'sample', nameEn: 'Bracket', nameAr: 'حامل', price: 9 };
  expect((await admin.call('POST', '/product', { body })).body.data).toMatchObject({ sku: 'EXTRA-1', price: 9 });
  expect((await admin.call('POST', '/product', { body })).body.errors).toEqual([{ param: 'sku', msg: 'taken' }]);
  expect((await admin.call('POST', '/product', { body: { ...body, sku: 'e 1' } })).body.errors).toEqual([
    { param: 'sku', msg: 'invalidSku' },
  ]);
  expect((await customer.call('POST', '/product', { body })).status).toBe(403);
});

test('a product that is taken off sale is found only by Super Admins, who can put it on sale again', async () => {
  const { id } = await product('SAMPLE-METER');
  await customize(id, { active: false });
  expect(await product('SAMPLE-METER')).toBeUndefined();
  const offSale = await list('app=sample&offSale=true', admin);
  expect(offSale.map(({ sku }) => sku)).toEqual(['SAMPLE-METER']);
  for (const person of [app.anonymous, customer])
    expect((await person.call('GET', '/product?offSale=true')).status).toBe(403);
  await customize(id, { active: true });
  expect((await product('SAMPLE-METER')).id).toBe(id);
});
