import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { email, id, instant, nameText, personName, phone } from '#platform/common/validation/validation.ts';
import type { CartEntry } from './cart.ts';
import type { Product } from './product.ts';
import type { ProductKind } from './product-kinds.ts';

const maxQuantity = 9999;

/** The requester of a quote, and the requested products. */
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

export const quoteStates = ['new', 'answered', 'closed'] as const;
const named = z.object({ id: z.number(), name: z.string() });
export const quoteRow = z.object({
  id: z.number(),
  number: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** What the person has entered; `account` is the company that was signed in. */
  company: z.string(),
  account: named.nullable(),
  country: named,
  message: z.string(),
  lines: z.array(z.object({ productId: z.number(), quantity: z.number(), name: z.string() })),
  state: z.enum(quoteStates),
  createdAt: instant(),
});
export type QuoteRow = z.infer<typeof quoteRow>;

export const quoteRequestList = {
  filter: ['state', 'createdAt'],
  sort: ['id', 'createdAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

const sellers = { adminTypes: ['Super Admin'] } as const;
export const quoteRequestRoutes = {
  ask: route.post('/quote-order', {
    access: { public: 'visitors ask for a quote before they have an account', callers: true },
    body: quoteRequest,
    reply: z.object({ number: z.string() }),
    status: 200,
    limitPerMinute: 5,
  }),
  list: route.list('/quote-order', {
    access: { ...canDo('market.quote', 'read'), ...sellers },
    reply: quoteRow,
    list: quoteRequestList,
  }),
  update: route.patch('/quote-order/{id}', {
    access: { ...canDo('market.quote', 'update'), ...sellers },
    body: z.strictObject({ state: z.enum(['answered', 'closed'], 'Required') }),
    reply: quoteRow,
  }),
};

type Sold = { id: number; kind: ProductKind; hardwareId: number | null };

/** The products of a cart for a quote: its devices and all that is chosen with them. */
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

type Quoted = Pick<Product, 'id' | 'kind' | 'app' | 'hardwareId' | 'solutionIds' | 'options'>;

/**
 * The cart of a quote request. Options of one of its devices go with the first such device; the rest is separate.
 * `cartTypeOf`: the name of the order type in carts that sells a kind of an app; undefined if none does.
 */
export function cartOfQuote(
  lines: readonly { productId: number; quantity: number }[],
  products: readonly Quoted[],
  cartTypeOf: (app: string, kind: ProductKind) => string | undefined,
): CartEntry[] {
  const sold = lines.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId);
    return product ? [{ product, quantity }] : [];
  });
  const devices = sold.filter(({ product }) => product.hardwareId !== null);
  const deviceOf = (id: number) => devices.find(({ product }) => product.options.some((option) => option.id === id));
  return sold.flatMap(({ product, quantity }) => {
    const { id, app, kind, hardwareId } = product;
    const type = cartTypeOf(app, kind);
    if (!type || (hardwareId === null && deviceOf(id))) return [];
    const items =
      hardwareId === null
        ? [{ id, type: kind, qty: 1 }]
        : sold
            .filter((one) => one.product.hardwareId === null && deviceOf(one.product.id)?.product.id === id)
            .map((one) => ({ id: one.product.id, type: one.product.kind, qty: Math.ceil(one.quantity / quantity) }));
    return [
      {
        app,
        solutionId: product.solutionIds[0] ?? null,
        type,
        details: { hardwareId, packageId: hardwareId === null ? id : null },
        subOrders: [{ hardwareId, qty: quantity, items }],
      },
    ];
  });
}
