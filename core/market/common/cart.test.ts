import { describe, expect, test } from 'vitest';
import { type CartEntry, cartEntry, cartIds, orderOf, pricedOf } from './cart.ts';
import { priced } from './order-payload.ts';
import { quotedLines } from './quote-request.ts';

const entry = (type: string, subOrders: CartEntry['subOrders'], values: Partial<CartEntry> = {}): CartEntry => ({
  app: 'sample',
  solutionId: 901,
  type,
  details: { hardwareId: null, packageId: null },
  subOrders,
  ...values,
});
const tanks = entry('sample-hardware', [
  {
    hardwareId: 90101,
    qty: 2,
    items: [
      { id: 1, type: 'sensor', qty: 1 },
      { id: 2, type: 'shelter', qty: 2 },
      { id: 3, type: 'plugin', qty: 1 },
      { id: 4, type: 'tokenPackage', qty: 1 },
    ],
  },
  { hardwareId: 90101, qty: 5, items: [{ id: 4, type: 'tokenPackage', qty: 1 }] },
]);

describe('the order of a cart entry', () => {
  const nothing = { devices: [], plugins: [], tokens: [], packages: [] };

  test('of devices repeats what belongs to one device and counts plugins and subscriptions for all', () => {
    expect(orderOf(tanks)).toEqual({
      type: 'sample-hardware',
      app: 'sample',
      devices: [
        { id: 90101, solutionId: 901, qty: 2, products: [1, 2, 2] },
        { id: 90101, solutionId: 901, qty: 5, products: [] },
      ],
      plugins: [{ id: 3, qty: 2 }],
      tokens: [{ id: 4, qty: 7 }],
      packages: [],
    });
  });

  test('of only devices contains nothing else', () => {
    const meters = entry('sample-meters', [{ hardwareId: 90301, qty: 3, items: [] }], { solutionId: 903 });
    expect(orderOf(meters)).toEqual({
      ...nothing,
      type: 'sample-meters',
      app: 'sample',
      devices: [{ id: 90301, solutionId: 903, qty: 3, products: [] }],
    });
  });

  test('of subscriptions contains their number', () => {
    const tokens = entry('sample-tokens', [
      { hardwareId: null, qty: 3, items: [{ id: 4, type: 'tokenPackage', qty: 1 }] },
    ]);
    expect(orderOf(tokens)).toEqual({ ...nothing, type: 'sample-tokens', app: 'sample', tokens: [{ id: 4, qty: 3 }] });
  });

  test.each([
    ['core-sms-packages', 'sms-package'],
    ['core-calling-packages', 'calling-package'],
    ['core-communication-packages', 'communication'],
    ['core-services', 'service'],
    ['sample-packages', 'package'],
    ['sample-accessories', 'accessory'],
  ] as const)('%s carries its products as packages', (type, kind) => {
    const packages = entry(type, [{ hardwareId: null, qty: 2, items: [{ id: 9, type: kind, qty: 2 }] }]);
    expect(orderOf(packages)).toEqual({ ...nothing, type, app: 'sample', packages: [{ id: 9, qty: 4 }] });
  });

  test('is accepted by the schema of submissions', () => {
    expect(priced.safeParse(pricedOf([tanks])).success).toBe(true);
  });
});

test('a stored entry without a usable quantity means one piece, and other keys are left out', () => {
  const stored = {
    ...tanks,
    price: 5,
    subOrders: [{ hardwareId: 90101, qty: -1, items: [{ id: 1, type: 'sensor' }] }],
  };
  expect(cartEntry.parse(stored)).toEqual({
    ...tanks,
    subOrders: [{ hardwareId: 90101, qty: 1, items: [{ id: 1, type: 'sensor', qty: 1 }] }],
  });
});

test('the ids of a cart are listed once each', () => {
  expect(cartIds([tanks, tanks])).toEqual({ products: [1, 2, 3, 4], models: [90101] });
});

test('a quote is requested for the devices of a cart and for everything chosen with them, each product once', () => {
  const devices = (qty: number) =>
    entry('sample-hardware', [{ hardwareId: 90101, qty, items: [{ id: 7, type: 'plugin', qty: 2 }] }]);
  const products = [{ id: 3, kind: 'device', hardwareId: 90101 } as const];
  expect(quotedLines([devices(2), devices(3)], products)).toEqual([
    { productId: 3, quantity: 5 },
    { productId: 7, quantity: 10 },
  ]);
});
