import type { CartEntry } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';
import { orderTypeFor, type SellingApp } from '../selling-apps.ts';
import { emptyDraft, entryOf, newConfiguration, optionsFor, withDevice } from '../wizard-order.ts';

/** The entry of a cart for a quantity of a product with its defaults; null if it is not sold separately. */
export function cartEntryFor(
  app: SellingApp,
  product: Product,
  qty: number,
  products: readonly Product[],
): CartEntry | null {
  const typeName = orderTypeFor(app, product.kind);
  const type = typeName && app.orderTypes[typeName];
  if (!typeName || !type || product.price === null) return null;
  const isDevice = product.kind === 'device';
  const options = isDevice ? optionsFor(product, type, products) : [];
  const draft = isDevice
    ? { ...emptyDraft, ...withDevice(product, type, products), configurations: [newConfiguration(options, qty)] }
    : { ...emptyDraft, productId: product.id, qty };
  const chosen = { device: isDevice ? product : undefined, token: undefined, product: isDevice ? undefined : product };
  return entryOf(app.id, typeName, type, draft, chosen, options);
}
