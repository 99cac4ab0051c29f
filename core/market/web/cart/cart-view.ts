import { type CartEntry, cartIds } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';

/** What was last shown of a product: used to name products that are no longer sold, and to detect new prices. */
export type LastShown = Readonly<Record<string, { name: string; price: number | null }>>;
export const productKey = (id: number): string => `product ${id}`;
export const modelKey = (hardwareId: number): string => `model ${hardwareId}`;

/** The products as they are shown now, options included. */
export const seenOf = (products: readonly Product[]): LastShown =>
  Object.fromEntries(
    products.flatMap(({ id, hardwareId, name, price, options }) => [
      ...options.map((option) => [productKey(option.id), { name: option.name, price: option.price }] as const),
      [productKey(id), { name, price }] as const,
      ...(hardwareId === null ? [] : [[modelKey(hardwareId), { name, price }] as const]),
    ]),
  );

/** A cart without products that are no longer sold; `gone` has the keys of the dropped ones, each once. */
export function rebuilt(
  entries: readonly CartEntry[],
  products: readonly Product[],
  apps: readonly string[],
): { entries: readonly CartEntry[]; gone: string[] } {
  const onSale = seenOf(products);
  const gone = new Set<string>();
  const sold = (key: string) => {
    if (!onSale[key]) gone.add(key);
    return Boolean(onSale[key]);
  };
  const kept = entries.flatMap((entry) => {
    if (!apps.includes(entry.app)) {
      const { products: ids, models } = cartIds([entry]);
      for (const key of models.length > 0 ? models.map(modelKey) : ids.map(productKey)) gone.add(key);
      return [];
    }
    const subOrders = entry.subOrders.flatMap((one) => {
      const device = one.hardwareId === null || sold(modelKey(one.hardwareId));
      const items = one.items.filter(({ id }) => sold(productKey(id)));
      return device && (one.hardwareId !== null || items.length > 0) ? [{ ...one, items }] : [];
    });
    return subOrders.length > 0 ? [{ ...entry, subOrders }] : [];
  });
  return gone.size === 0 && kept.length === entries.length ? { entries, gone: [] } : { entries: kept, gone: [...gone] };
}

/** The products whose price has changed since they were last shown. */
export const priceChanges = (before: LastShown, now: LastShown) =>
  Object.entries(now).flatMap(([key, { name, price }]) => {
    const was = before[key]?.price;
    return key.startsWith('model') || was == null || price === null || was === price
      ? []
      : [{ key, name, from: was, to: price }];
  });
