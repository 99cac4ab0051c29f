import { describe, expect, test, vi } from 'vitest';
import type { CartEntry } from '../../common/cart.ts';
import { sharedCartFragment, sharedCartIn } from './shared-cart.ts';

const entry: CartEntry = {
  app: 'sample',
  solutionId: 901,
  type: 'sample-hardware',
  details: { hardwareId: 90101, packageId: null },
  subOrders: [{ hardwareId: 90101, qty: 3, items: [{ id: 7, type: 'sensor', qty: 1 }] }],
};

describe('a shared cart', () => {
  test('is read from the address as it was written to it, and fifty entries fit into one', async () => {
    const many = Array<CartEntry>(50).fill(entry);
    const fragment = await sharedCartFragment(many);
    expect(fragment.length).toBeLessThan(600);
    expect(await sharedCartIn(fragment)).toEqual(many);
  });

  test('is read without anything that is not a cart entry', async () => {
    const fragment = await sharedCartFragment([{ ...entry, price: 1 } as CartEntry, { app: 'sample' } as CartEntry]);
    expect(await sharedCartIn(fragment)).toEqual([entry]);
  });

  test('that is damaged or far too large is empty', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    expect(await sharedCartIn('#cart=%%%')).toEqual([]);
    expect(await sharedCartIn('#cart=AAAA')).toEqual([]);
    const large = await sharedCartFragment([{ ...entry, app: 'x'.repeat(180_000) } as CartEntry]);
    expect(await sharedCartIn(large)).toHaveLength(1);
    const bomb = Array<CartEntry>(2000).fill(entry);
    expect(await sharedCartIn(await sharedCartFragment(bomb.slice(0, 900)))).toHaveLength(50);
    expect(await sharedCartIn(await sharedCartFragment(bomb))).toEqual([]);
    expect(warned).toHaveBeenCalledTimes(3);
    warned.mockRestore();
  });

  test('is absent if the address does not contain one', async () => {
    expect(await sharedCartIn('')).toBeNull();
    expect(await sharedCartIn('#other=1')).toBeNull();
  });
});
