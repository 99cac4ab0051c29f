import { type CartEntry, cartEntry, maxCartEntries } from '../../common/cart.ts';

/** The carts of a browser, by company id; `global` is the cart of a visitor. */
export type Carts = Readonly<Record<string, readonly CartEntry[]>>;
export const visitorCart = 'global';

/** The stored carts, without entries that cannot be read. */
export function cartsIn(stored: unknown): Carts {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([key, entries]) => [
      key,
      (Array.isArray(entries) ? entries : [])
        .flatMap((entry) => cartEntry.safeParse(entry).data ?? [])
        .slice(0, maxCartEntries),
    ]),
  );
}

/** The carts after a visitor has signed in: what the visitor chose is in the company's cart. */
export function withVisitorCart(carts: Carts, company: string): Carts {
  const { [visitorCart]: chosen = [], ...others } = carts;
  if (company === visitorCart || chosen.length === 0) return carts;
  return { ...others, [company]: [...(carts[company] ?? []), ...chosen].slice(0, maxCartEntries) };
}
