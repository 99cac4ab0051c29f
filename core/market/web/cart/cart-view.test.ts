import { expect, test } from 'vitest';
import type { CartEntry } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';
import { editedIn, editParams } from '../addresses/edit-address.ts';
import { dollarText } from '../dollar-text.ts';
import { type LastShown, priceChanges, rebuilt, seenOf } from './cart-view.ts';
import { cartsIn, withVisitorCart } from './carts.ts';

const entry = (hardwareId: number, items: number[] = []): CartEntry => ({
  app: 'sample',
  solutionId: 901,
  type: 'sample-hardware',
  details: { hardwareId, packageId: null },
  subOrders: [{ hardwareId, qty: 1, items: items.map((id) => ({ id, type: 'sensor' as const, qty: 1 })) }],
});
const tank = {
  id: 1,
  kind: 'device',
  hardwareId: 90101,
  name: 'Tank 1',
  price: 100,
  options: [{ id: 11, name: 'Probe', price: 0 }],
} as Product;

test('a product that is no longer sold is removed from the cart and reported once', () => {
  const cart = [entry(90101, [11, 12]), entry(90301), entry(90301)];
  expect(rebuilt(cart, [tank], ['sample'])).toEqual({
    entries: [entry(90101, [11])],
    gone: ['product 12', 'model 90301'],
  });
  expect(rebuilt([entry(90101)], [tank], [])).toEqual({ entries: [], gone: ['model 90101'] });
  const whole = [entry(90101, [11])];
  expect(rebuilt(whole, [tank], ['sample']).entries).toBe(whole);
});

test('a price that changed since it was last shown is reported once per product', () => {
  const before: LastShown = { ...seenOf([tank]) };
  expect(priceChanges(before, seenOf([{ ...tank, price: 120 }]))).toEqual([
    { key: 'product 1', name: 'Tank 1', from: 100, to: 120 },
  ]);
  expect(priceChanges({}, seenOf([tank]))).toEqual([]);
});

test('the cart of a visitor moves into that of the company at sign-in', () => {
  const carts = { global: [entry(1)], 5: [entry(2)] };
  expect(withVisitorCart(carts, '5')).toEqual({ 5: [entry(2), entry(1)] });
  expect(withVisitorCart(carts, 'global')).toBe(carts);
});

test('a stored cart that cannot be read is empty', () => {
  expect(cartsIn('x')).toEqual({});
  expect(cartsIn({ 5: 'x', 6: [entry(1), { app: 1 }] })).toEqual({ 5: [], 6: [entry(1)] });
});

test('an address edits the entry that it names, not one that has moved or been replaced', () => {
  const cart = [entry(1), entry(2)];
  const params = editParams(entry(2), 1, [0, 1], 'sample-hardware');
  expect(editedIn(params, cart, [])).toEqual({ entry: entry(2), at: 1 });
  expect(editedIn(params, [entry(1)], [])).toBeUndefined();
  expect(editedIn(params, [entry(1), entry(3)], [])).toBeUndefined();
  params.set('itemIndex', '4');
  expect(editedIn(params, cart, [])).toBeUndefined();
});

test('an amount has a dollar sign, thousands and two decimals in both languages', () => {
  expect([1234.5, 0, -3].map(dollarText)).toEqual(['$1,234.50', '$0.00', '-$3.00']);
});
