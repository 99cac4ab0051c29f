import { z } from 'zod';
import { maxTargetDevices, type OrderPayload, type PricedSubmission } from './order-payload.ts';
import { type ProductKind, productKinds } from './product-kinds.ts';

const qty = () => z.int().min(1).max(9999).catch(1);

/** An entry of the stored cart: neither names nor prices. */
export const cartEntry = z.object({
  app: z.string(),
  solutionId: z.number().nullable(),
  type: z.string(),
  details: z.object({
    hardwareId: z.number().nullable(),
    packageId: z.number().nullable(),
    /** The devices that bought subscriptions are for; the others go into stock. */
    deviceIds: z.array(z.number()).max(maxTargetDevices).optional(),
  }),
  subOrders: z.array(
    z.object({
      hardwareId: z.number().nullable(),
      qty: qty(),
      items: z.array(z.object({ id: z.number(), type: z.enum(productKinds), qty: qty() })),
    }),
  ),
});
export type CartEntry = z.infer<typeof cartEntry>;
export const maxCartEntries = 50;
export const maxCartLines = 200;

const inProducts: readonly ProductKind[] = ['band', 'sensor', 'shelter', 'accessory'];

/** The amounts of each product, in the order in which they first occur. */
function summed(amounts: readonly { id: number; qty: number }[]): { id: number; qty: number }[] {
  const byId = new Map<number, number>();
  for (const { id, qty } of amounts) byId.set(id, (byId.get(id) ?? 0) + qty);
  return [...byId].map(([id, qty]) => ({ id, qty }));
}

/** The submission of one entry. Plugins and subscriptions belong to each of the devices. */
export function orderOf({ app, type, solutionId, subOrders }: CartEntry): OrderPayload {
  const amountsOf = (matches: (kind: ProductKind, ofDevice: boolean) => boolean) =>
    summed(
      subOrders.flatMap(({ hardwareId, qty, items }) =>
        items
          .filter((item) => matches(item.type, hardwareId !== null))
          .map((item) => ({ id: item.id, qty: item.qty * qty })),
      ),
    );
  const elsewhere: readonly ProductKind[] = ['plugin', 'tokenPackage'];
  return {
    type,
    app,
    devices: subOrders.flatMap(({ hardwareId, qty, items }) =>
      hardwareId === null
        ? []
        : [
            {
              id: hardwareId,
              solutionId: solutionId ?? 0,
              qty,
              products: items
                .filter((item) => inProducts.includes(item.type))
                .flatMap((item) => Array<number>(item.qty).fill(item.id)),
            },
          ],
    ),
    plugins: amountsOf((kind) => kind === 'plugin'),
    tokens: amountsOf((kind) => kind === 'tokenPackage'),
    packages: amountsOf((kind, ofDevice) => !elsewhere.includes(kind) && !(ofDevice && inProducts.includes(kind))),
  };
}

/** The submission of a cart: its orders, and the devices that bought subscriptions are for. */
export const pricedOf = (entries: readonly CartEntry[]): PricedSubmission => ({
  orders: entries.map(orderOf),
  targets: entries.flatMap(({ details: { packageId, deviceIds = [] } }, order) =>
    packageId !== null && deviceIds.length > 0 ? [{ order, tokenId: packageId, deviceIds }] : [],
  ),
});

/** All product and model ids of a cart, to read the products of it in one call. */
export const cartIds = (entries: readonly CartEntry[]) => ({
  products: [
    ...new Set(entries.flatMap(({ subOrders }) => subOrders.flatMap(({ items }) => items.map(({ id }) => id)))),
  ],
  models: [...new Set(entries.flatMap(({ subOrders }) => subOrders.flatMap(({ hardwareId }) => hardwareId ?? [])))],
});
