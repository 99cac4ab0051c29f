import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { email, id, nameText, personName, phone } from '#platform/common/validation.ts';
import type { CartEntry } from './cart.ts';
import type { ProductKind } from './product.ts';

const maxQuantity = 9999;

/** Who asks for a quote, and what for. Source: market.md §2. */
export const quoteRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        productId: id(),
        quantity: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(maxQuantity, 'outOfRange'),
      }),
    )
    .max(200, 'tooManyLines'),
  name: personName(),
  email: email(),
  phone: phone('international'),
  company: nameText(120).or(z.literal('')).default(''),
  countryId: id(),
  message: z.string().trim().max(2000, 'tooLong').default(''),
});
export type QuoteRequest = z.output<typeof quoteRequest>;

export const quoteRequestRoutes = {
  ask: route.post('/quote-order', {
    access: { public: 'visitors ask for a quote before they have an account', callers: true },
    body: quoteRequest,
    reply: z.object({ number: z.string() }),
    status: 200,
    limitPerMinute: 5,
  }),
};

type Sold = { id: number; kind: ProductKind; hardwareId: number | null };

/** What a cart asks a quote for: its devices and all that is chosen with them. */
export function quotedLines(entries: readonly CartEntry[], products: readonly Sold[]): QuoteRequest['lines'] {
  const quantities = new Map<number, number>();
  const add = (productId: number, quantity: number) =>
    quantities.set(productId, Math.min(maxQuantity, (quantities.get(productId) ?? 0) + quantity));
  for (const { hardwareId, qty, items } of entries.flatMap(({ subOrders }) => subOrders)) {
    const device = products.find((product) => product.kind === 'device' && product.hardwareId === hardwareId);
    if (device) add(device.id, qty);
    for (const item of items) add(item.id, item.qty * qty);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }));
}
