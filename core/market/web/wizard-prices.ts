import type { CartEntry } from '../common/cart.ts';
import type { Product } from '../common/product.ts';
import { tokensFor } from './wizard-order.ts';

/** The price of one device or product with all that belongs to it; parts without a price are included. */
export function unitPrice({ hardwareId, items }: CartEntry['subOrders'][number], products: readonly Product[]): number {
  const device = products.find((one) => one.kind === 'device' && one.hardwareId === hardwareId && hardwareId !== null);
  const priceOf = (id: number) =>
    (device?.options.find((option) => option.id === id) ?? products.find((one) => one.id === id))?.price ?? 0;
  const cents = items.reduce((sum, { id, qty }) => sum + qty * Math.round(priceOf(id) * 100), 0);
  return (Math.round((device?.price ?? 0) * 100) + cents) / 100;
}

/** The price of an entry before tax, discounts and shipping. */
export const entryPrice = ({ subOrders }: CartEntry, products: readonly Product[]): number =>
  Math.round(subOrders.reduce((sum, one) => sum + one.qty * unitPrice(one, products) * 100, 0)) / 100;

/** What a device costs with the cheapest subscriptions for this many months. Null if it is not sold separately. */
export function costOfMonths(device: Product, products: readonly Product[], months: number): number | null {
  if (device.price === null) return null;
  const left = Math.max(0, months - (device.offer?.freeTokenValidityInMonths ?? 0));
  const costs = tokensFor(products, device.solutionIds[0] ?? null).flatMap(({ price, months: length }) =>
    price !== null && length ? [Math.ceil(left / length) * price] : [],
  );
  if (left > 0 && costs.length === 0) return device.price;
  return device.price + (left > 0 ? Math.min(...costs) : 0);
}
