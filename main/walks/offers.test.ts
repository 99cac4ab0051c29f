import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawings } from '#core/market/web/drawings/Drawings.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { apps } from '../apps.ts';
import { type Rasid, rasid } from '../testing.ts';

/** The number of products of each app. */
const numbers = {
  market: 6,
  swam: 21,
  metrowatch: 14,
  defcon: 8,
  fleet: 3,
  sparking: 5,
  'facility-booking': 2,
  'asset-watch': 5,
  gm: 2,
  rodent: 3,
  anpr: 3,
  'urban-ai': 1,
};
const manifests: readonly AppManifest[] = apps;
const offers = manifests.flatMap(({ id, kind, market, hardware = [] }) =>
  market ? [{ id, kind, hardware, ...market }] : [],
);
const products = offers.flatMap((offer) => offer.products);

/** One order of each product, with the first order type of its app that sells its kind. */
async function ordersOf(app: Rasid, skus: readonly string[]) {
  const { rows } = await app.kit.pool.query('SELECT id, sku FROM market_product');
  const ids = new Map(rows.map(({ id, sku }) => [sku as string, id as number]));
  return offers.flatMap(({ id, kind: slice, orderTypes, products }) =>
    products.flatMap(({ sku, kind, hardware, solutions = [] }) => {
      const [type] = Object.entries(orderTypes).find(([, { sells }]) => sells.includes(kind)) ?? [];
      if (!type || !skus.includes(sku)) return [];
      const order = { type, app: slice === 'core' ? 'core' : id, devices: [], plugins: [], tokens: [], packages: [] };
      if (kind === 'device')
        return { ...order, devices: [{ id: hardware, solutionId: solutions[0], qty: 1, products: [] }] };
      const list = kind === 'plugin' ? 'plugins' : kind === 'tokenPackage' ? 'tokens' : 'packages';
      return { ...order, [list]: [{ id: ids.get(sku), qty: 1 }] };
    }),
  );
}

/** The lines and problems of a cart with one of each product. */
async function quoteOf(app: Rasid, skus: readonly string[]) {
  const buyer = await app.signIn('other@rasid.test');
  const company = (await buyer.call('GET', '/session')).body.data.company.id;
  const orders = await ordersOf(app, skus);
  const { body } = await buyer.call('POST', `/company/${company}/order/validate?countryId=233`, { body: { orders } });
  const quote = body.data ?? body.detail.quote;
  return {
    // Without the contents of packages.
    sold: (quote.lines as { sku: string; included: boolean }[])
      .filter(({ included }) => !included)
      .map(({ sku }) => sku),
    problems: (body.detail?.problems ?? []).map(({ word }: { word: string }) => word),
  };
}

describe('what the apps sell', () => {
  test('is at least one product of each app, and as many as the catalogue names', () => {
    expect(Object.fromEntries(offers.map((offer) => [offer.id, offer.products.length]))).toEqual(numbers);
  });

  test('has its own SKU for each product, and products can be distinguished in both languages', () => {
    expect(new Set(products.map(({ sku }) => sku)).size).toBe(products.length);
    for (const { id, products } of offers)
      for (const language of ['en', 'ar'] as const)
        expect(new Set(products.map(({ name }) => name[language])).size, `${id} ${language}`).toBe(products.length);
  });

  test('offers as options only products that exist, and what an option needs is an option too', () => {
    for (const { products } of offers)
      for (const { sku, options = [] } of products)
        for (const option of options) {
          expect(
            products.map((one) => one.sku),
            sku,
          ).toContain(option.sku);
          if (option.dependsOn) expect(options.map((one) => one.sku)).toContain(option.dependsOn);
        }
  });

  test('names for each device a model of the same app and its solution, and sells each model once', () => {
    for (const { id, hardware, products } of offers) {
      const devices = products.filter(({ kind }) => kind === 'device');
      for (const { sku, hardware: model, solutions } of devices)
        expect(
          hardware.filter((one) => one.id === model).map(({ solution }) => [solution]),
          sku,
        ).toEqual([solutions]);
      expect(devices.map((device) => device.hardware).sort(), id).toEqual(hardware.map((model) => model.id).sort());
      for (const { sku, fits = [] } of products)
        for (const model of fits)
          expect(
            hardware.map((one) => one.id),
            sku,
          ).toContain(model);
    }
  });

  test('has a drawing for each product, and no drawing is without a product', () => {
    const used = new Set(products.map(({ drawing }) => drawing));
    expect([...used].sort()).toEqual(Object.keys(drawings).sort());
  });

  test('can be ordered: each kind of product belongs to an order type of its app', () => {
    for (const { orderTypes, products } of offers) {
      const kinds = Object.values(orderTypes).flatMap(({ sells, with: others = [] }) => [...sells, ...others]);
      for (const { sku, kind } of products) expect(kinds, sku).toContain(kind);
    }
  });
});

test('the ids of models, solutions and sensor types belong to one app each', () => {
  const ids = (part: 'hardware' | 'solutions' | 'sensorTypes') =>
    manifests.flatMap((app) => (app[part] ?? []).map(({ id }: { id: number }) => id));
  for (const part of ['hardware', 'solutions', 'sensorTypes'] as const)
    expect(
      ids(part).filter((id, at, all) => all.indexOf(id) !== at),
      part,
    ).toEqual([]);
  for (const { hardware = [] } of manifests)
    for (const { id, solution } of hardware) expect(Math.floor(id / 100), String(id)).toBe(solution);
});

describe('a hidden app', () => {
  const hidden = 'fleet';
  let app: Rasid;
  beforeAll(async () => {
    app = await rasid({ hidden: [hidden] });
  });
  afterAll(() => app.close());
  const rows = async (path: string) => (await app.anonymous.call('GET', path)).body.data as { app: string }[];

  test('sells nothing, under any of its names, while the others continue to sell', async () => {
    expect(await rows(`/product?app=${hidden}&limit=50`)).toEqual([]);
    expect(await rows('/product?app=fleet-management&limit=50')).toEqual([]);
    expect(await rows(`/solution?app=${hidden}`)).toEqual([]);
    const all = await rows('/product?limit=100');
    expect(all.map((one) => one.app)).not.toContain(hidden);
    expect(all.map((one) => one.app)).toContain('gm');
  });

  test('takes no order', async () => {
    expect(await quoteOf(app, ['FLEET-2201'])).toEqual({ sold: [], problems: ['unknown-type'] });
    expect((await quoteOf(app, ['GM-2701'])).sold).toEqual(['GM-2701']);
  });
});

describe('with all apps', () => {
  let app: Rasid;
  beforeAll(async () => {
    app = await rasid();
  });
  afterAll(() => app.close());

  test.each(offers)('a cart with everything that $id sells alone has no problem', async ({ orderTypes, products }) => {
    const sells = Object.values(orderTypes).flatMap((type) => type.sells);
    const alone = products.filter(({ kind }) => sells.includes(kind)).map(({ sku }) => sku);
    const { sold, problems } = await quoteOf(app, alone);
    expect(problems).toEqual([]);
    expect(sold.sort()).toEqual(alone.sort());
  });

  test('one without pages can be requested, but not tried', async () => {
    const newcomer = await app.signIn('newcomer@rasid.test');
    const { company } = (await newcomer.call('GET', '/session')).body.data;
    const listed = (await newcomer.call('GET', `/company/${company.id}/app`)).body.data.apps;
    const trialOf = new Map(
      listed.map(({ id, trialOffered }: { id: string; trialOffered: boolean }) => [id, trialOffered]),
    );
    const manifests: readonly AppManifest[] = apps;
    const withoutPages = manifests.filter(({ kind, pages }) => kind === 'solution' && pages.length === 0);
    expect(withoutPages.length).toBeGreaterThan(0);
    expect(trialOf.get('swam')).toBe(true);
    expect(withoutPages.map(({ id }) => trialOf.get(id))).toEqual(withoutPages.map(() => false));
  });
});
