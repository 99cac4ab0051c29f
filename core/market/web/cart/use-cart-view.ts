import { useEffect, useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { inLocal } from '#platform/web/client/storage.ts';
import { cartIds } from '../../common/cart.ts';
import { api } from '../api.ts';
import { useSellingApps } from '../selling-apps.ts';
import { type LastShown, priceChanges, rebuilt, seenOf } from './cart-view.ts';
import type { Cart } from './use-cart.ts';

const mostProducts = 100;
const storedSeen = inLocal<LastShown>('cart-seen');
export type CartNotice =
  | { kind: 'gone'; key: string; name: string | undefined }
  | { kind: 'price'; key: string; name: string; from: number; to: number };

/**
 * The cart with its products, read in one call. Products that are no longer sold are removed; that and new prices are
 * reported once.
 */
export function useCartView(cart: Cart) {
  const apps = useSellingApps();
  const [notices, setNotices] = useState<readonly CartNotice[]>([]);
  const { products: ids, models } = cartIds(cart.entries);
  const query = useData(
    api.product.list,
    { list: { limit: mostProducts, total: false, filter: { id: ids, model: models } } },
    { enabled: cart.entries.length > 0, silent: true, placeholderData: (before) => before },
  );
  const { data, isPlaceholderData } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: evaluated once for each reply
  useEffect(() => {
    if (!data || isPlaceholderData || cart.entries.length === 0) return;
    const before = storedSeen.get() ?? {};
    const now = seenOf(data.data);
    const { entries, gone } = rebuilt(
      cart.entries,
      data.data,
      apps.map(({ id }) => id),
    );
    const found: CartNotice[] = [
      ...gone.map((key) => ({ kind: 'gone' as const, key, name: before[key]?.name })),
      ...priceChanges(before, now).map((change) => ({ kind: 'price' as const, ...change })),
    ];
    storedSeen.set({ ...before, ...now });
    if (entries !== cart.entries) cart.set(entries);
    if (found.length > 0) setNotices(found);
  }, [data, isPlaceholderData]);
  return { query, products: data?.data ?? [], notices, dismiss: () => setNotices([]) };
}
