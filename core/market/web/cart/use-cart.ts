import { useEffect } from 'react';
import { inLocal } from '#platform/web/client/storage.ts';
import { createStore, useStore } from '#platform/web/client/store.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { type CartEntry, maxCartEntries, maxCartLines } from '../../common/cart.ts';
import { type Carts, cartsIn, visitorCart, withVisitorCart } from './carts.ts';

const stored = inLocal<unknown>('cart');
const cartStore = createStore<Carts>({});
const none: readonly CartEntry[] = [];

let open = false;
/** Reads the stored carts at the first use, and again whenever another tab changes them. */
function openCarts(): void {
  if (open) return;
  open = true;
  cartStore.set(cartsIn(stored.get()));
  window.addEventListener('storage', ({ key }) => {
    if (key === stored.key || key === null) cartStore.set(cartsIn(stored.get()));
  });
}

const linesOf = (entries: readonly CartEntry[]) =>
  entries.reduce((sum, { subOrders }) => sum + subOrders.reduce((lines, { items }) => lines + 1 + items.length, 0), 0);

function write(carts: Carts): void {
  stored.set(carts);
  cartStore.set(carts);
}

/** The cart of the current company, or of the visitor; what the visitor chose moves into it at sign-in. */
export function useCart() {
  openCarts();
  const company = useStore(sessionStore, ({ me }) => String(me?.session.actingFor ?? visitorCart));
  const entries = useStore(cartStore, (carts) => carts[company] ?? none);
  const chosen = useStore(cartStore, (carts) => carts[visitorCart]?.length ?? 0);
  useEffect(() => {
    if (chosen > 0 && company !== visitorCart) write(withVisitorCart(cartStore.get(), company));
  }, [chosen, company]);
  const change = (to: (before: readonly CartEntry[]) => readonly CartEntry[]) => {
    const carts = cartStore.get();
    write({ ...carts, [company]: to(carts[company] ?? none) });
  };
  return {
    entries,
    full: entries.length >= maxCartEntries || linesOf(entries) >= maxCartLines,
    set: (next: readonly CartEntry[]) => change(() => next),
    insert: (entry: CartEntry, at = Number.POSITIVE_INFINITY) => change((before) => before.toSpliced(at, 0, entry)),
    replace: (at: number, entry: CartEntry) => change((before) => before.with(at, entry)),
    remove: (at: number) => change((before) => before.toSpliced(at, 1)),
  };
}
export type Cart = ReturnType<typeof useCart>;
