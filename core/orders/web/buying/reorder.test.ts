import { expect, test } from 'vitest';
import { orderOf } from '#core/market/common/cart.ts';
import { cartOfLines } from './reorder.ts';

const line = (path: string, productId: number, qty: number, more: object = {}) => ({
  path,
  parent: null,
  productId,
  kind: 'device' as const,
  orderType: 'sample-hardware',
  app: 'sample',
  solutionId: 901,
  hardwareId: null,
  qty,
  included: false,
  ...more,
});

test('the lines of an order become a cart that orders the same again', () => {
  const lines = [
    line('0.0', 1, 2, { hardwareId: 90101 }),
    line('0.0.0', 5, 4, { parent: '0.0', kind: 'sensor' }),
    line('0.0.1', 6, 2, { parent: '0.0', kind: 'shelter', included: true }),
    line('0.1', 1, 1, { hardwareId: 90101 }),
    line('0.2', 9, 3, { kind: 'plugin' }),
    line('0.3', 10, 2, { kind: 'tokenPackage' }),
    line('1.0', 20, 7, { kind: 'sms-package', orderType: 'core-sms-packages', app: 'core', solutionId: null }),
  ];
  const [devices, messages] = cartOfLines(lines, (type) => type);
  expect(devices && orderOf(devices)).toEqual({
    type: 'sample-hardware',
    app: 'sample',
    devices: [
      { id: 90101, solutionId: 901, qty: 2, products: [5, 5] },
      { id: 90101, solutionId: 901, qty: 1, products: [] },
    ],
    plugins: [{ id: 9, qty: 3 }],
    tokens: [{ id: 10, qty: 2 }],
    packages: [],
  });
  expect(messages && orderOf(messages)).toMatchObject({ type: 'core-sms-packages', packages: [{ id: 20, qty: 7 }] });
  expect(messages?.details).toEqual({ hardwareId: null, packageId: 20 });
});
