import { describe, expect, test } from 'vitest';
import { orderOf } from '../common/cart.ts';
import type { OrderType } from '../common/manifest.ts';
import type { Product } from '../common/product.ts';
import {
  chosenIn,
  draftOfEntry,
  emptyDraft,
  entryOf,
  isComplete,
  newConfiguration,
  optionsFor,
  tokensFor,
  type WizardDraft,
  withDevice,
  withOption,
} from './wizard-order.ts';
import { costOfMonths, entryPrice } from './wizard-prices.ts';

const product = (values: Partial<Product>): Product => ({
  id: 1,
  sku: 'SKU',
  kind: 'device',
  app: 'sample',
  solutionIds: [],
  hardwareId: null,
  fits: [],
  name: 'Product',
  summary: '',
  price: 10,
  listPrice: 10,
  months: null,
  units: null,
  icon: null,
  drawing: '',
  minQty: 1,
  maxQty: 9999,
  stock: null,
  leadTimeDays: 0,
  offer: null,
  options: [],
  ...values,
});
const option = (values: Partial<Product['options'][number]>) => ({
  id: 1,
  kind: 'sensor' as const,
  name: 'Option',
  price: 0,
  included: false,
  groupId: null,
  dependencyId: null,
  min: 0,
  max: 1,
  preset: 0,
  ...values,
});

const tank = product({
  id: 1,
  hardwareId: 90101,
  solutionIds: [901],
  price: 100,
  options: [
    option({ id: 11, groupId: 'probe' }),
    option({ id: 12, groupId: 'probe', price: 20 }),
    option({ id: 13, kind: 'shelter', price: 15.5, max: 2 }),
    option({ id: 14, kind: 'shelter', price: 5, dependencyId: 13 }),
    option({ id: 15, kind: 'plugin', included: true }),
  ],
});
const valve = product({ id: 20, kind: 'plugin', fits: [90101], price: 45 });
const elsewhere = product({ id: 21, kind: 'plugin', fits: [90301] });
const token = product({ id: 30, kind: 'tokenPackage', months: 12, price: 24 });
const other = product({ id: 31, kind: 'tokenPackage', months: 12, price: 18, solutionIds: [903] });
const products = [tank, valve, elsewhere, token, other];
const hardware: OrderType = {
  sells: ['device'],
  with: ['plugin', 'tokenPackage', 'sensor', 'shelter'],
  steps: ['solutions', 'products', 'config', 'tokens'],
};
const options = optionsFor(tank, hardware, products);
const optionNamed = (id: number) => options.find((one) => one.id === id) as (typeof options)[number];

describe('the steps of an order', () => {
  test('offer the options of a device and the plugins that fit it, but not included ones', () => {
    expect(options.map(({ id }) => id)).toEqual([11, 12, 13, 14, 20]);
    expect(optionsFor(tank, { ...hardware, with: [] }, products)).toEqual([]);
  });

  test('begin with one option of each group', () => {
    expect(newConfiguration(options)).toEqual({ qty: 1, options: { 11: 1 } });
    expect(newConfiguration([option({ id: 5, preset: 2, max: 3 })]).options).toEqual({ 5: 2 });
  });

  test('take one option of a group, and drop what needs an option that is gone', () => {
    const long = withOption(newConfiguration(options), options, optionNamed(12), 1);
    expect(long.options).toEqual({ 12: 1 });
    const sheltered = withOption(withOption(long, options, optionNamed(13), 2), options, optionNamed(14), 1);
    expect(sheltered.options).toEqual({ 12: 1, 13: 2, 14: 1 });
    expect(withOption(sheltered, options, optionNamed(13), 0).options).toEqual({ 12: 1 });
  });

  test('name the step that lacks something', () => {
    const missing = (draft: WizardDraft) =>
      hardware.steps.find((step) => !isComplete(step, draft, chosenIn(draft, products)));
    expect(missing(emptyDraft)).toBe('solutions');
    expect(missing({ ...emptyDraft, solutionId: 901 })).toBe('products');
    const chosen = { ...emptyDraft, ...withDevice(tank, hardware, products) };
    expect(missing({ ...chosen, configurations: [] })).toBe('config');
    expect(missing(chosen)).toBeUndefined();
  });

  test('make an entry with its payload, and are filled in again by it', () => {
    const draft: WizardDraft = {
      ...emptyDraft,
      ...withDevice(tank, hardware, products),
      configurations: [
        { qty: 2, options: { 12: 1, 13: 2, 20: 1 } },
        { qty: 3, options: { 11: 1 } },
      ],
      tokenId: 30,
    };
    const entry = entryOf('sample', 'sample-hardware', hardware, draft, chosenIn(draft, products), options);
    if (!entry) throw new Error('No entry');
    expect(orderOf(entry)).toEqual({
      type: 'sample-hardware',
      app: 'sample',
      devices: [
        { id: 90101, solutionId: 901, qty: 2, products: [12, 13, 13] },
        { id: 90101, solutionId: 901, qty: 3, products: [11] },
      ],
      plugins: [{ id: 20, qty: 2 }],
      tokens: [{ id: 30, qty: 5 }],
      packages: [],
    });
    expect(draftOfEntry(entry, products)).toEqual(draft);
    // (100 + 20 + 31 + 45 + 24) × 2 + (100 + 24) × 3
    expect(entryPrice(entry, products)).toBe(812);
  });

  test('make an entry of only subscriptions', () => {
    const type: OrderType = { sells: ['tokenPackage'], steps: ['solutions', 'devices'] };
    const draft = { ...emptyDraft, solutionId: 901, productId: 30, qty: 4 };
    const entry = entryOf('sample', 'sample-tokens', type, draft, chosenIn(draft, products), []);
    expect(entry).toMatchObject({ solutionId: 901, details: { hardwareId: null, packageId: 30 } });
    expect(entry && orderOf(entry).tokens).toEqual([{ id: 30, qty: 4 }]);
    expect(entry && draftOfEntry(entry, products)).toEqual(draft);
    expect(entry && entryPrice(entry, products)).toBe(96);
  });
});

test('subscriptions are offered for the solution that they are made for', () => {
  expect(tokensFor(products, 901).map(({ id }) => id)).toEqual([30]);
  expect(tokensFor(products, 903).map(({ id }) => id)).toEqual([30, 31]);
});

test('the cost of 36 months adds the subscriptions after the free months', () => {
  const free = { ...tank, offer: { freeTokenValidityInMonths: 12 } as Product['offer'] };
  expect(costOfMonths(tank, products, 36)).toBe(172);
  expect(costOfMonths(free, products, 36)).toBe(148);
  expect(costOfMonths({ ...tank, price: null }, products, 36)).toBeNull();
});
