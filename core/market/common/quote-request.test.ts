import { expect, test } from 'vitest';
import { cartOfQuote, quotedLines } from './quote-request.ts';

const option = (id: number) => ({ id }) as never;
const products: Parameters<typeof cartOfQuote>[1] = [
  { id: 1, kind: 'device', app: 'a', hardwareId: 10, solutionIds: [7], options: [option(2)] },
  { id: 2, kind: 'shelter', app: 'a', hardwareId: null, solutionIds: [], options: [] },
  { id: 3, kind: 'tokenPackage', app: 'a', hardwareId: null, solutionIds: [7], options: [] },
  { id: 4, kind: 'service', app: 'b', hardwareId: null, solutionIds: [], options: [] },
];
const types: Record<string, string> = { device: 'hardware', tokenPackage: 'tokens' };

test('a quote request becomes a cart: options belong to their device, other items are separate, and items off sale are left out', () => {
  const lines = [
    { productId: 1, quantity: 5 },
    { productId: 2, quantity: 10 },
    { productId: 3, quantity: 5 },
    { productId: 4, quantity: 1 },
    { productId: 99, quantity: 1 },
  ];
  const cart = cartOfQuote(lines, products, (_app, kind) => types[kind]);
  expect(cart).toEqual([
    {
      app: 'a',
      solutionId: 7,
      type: 'hardware',
      details: { hardwareId: 10, packageId: null },
      subOrders: [{ hardwareId: 10, qty: 5, items: [{ id: 2, type: 'shelter', qty: 2 }] }],
    },
    {
      app: 'a',
      solutionId: 7,
      type: 'tokens',
      details: { hardwareId: null, packageId: 3 },
      subOrders: [{ hardwareId: null, qty: 5, items: [{ id: 3, type: 'tokenPackage', qty: 1 }] }],
    },
  ]);
  expect(quotedLines(cart, products)).toEqual(lines.slice(0, 3));
});
