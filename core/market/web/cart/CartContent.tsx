import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { CartEntry } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';
import { useText } from '../api.ts';
import { dollarText } from '../dollar-text.ts';
import classes from '../Market.module.css';
import { useMarketAddress, useSellingApps } from '../selling-apps.ts';
import { CartEntryCard } from './CartEntryCard.tsx';
import { CartSummary } from './CartSummary.tsx';
import type { Cart } from './use-cart.ts';
import { useCartParams } from './use-cart-params.ts';
import { type CartNotice, useCartView } from './use-cart-view.ts';
import { useQuote } from './use-quote.ts';

const undoMs = 10_000;

type Props = {
  cart: Cart;
  /** One column, for a panel. */
  narrow?: boolean;
  /** The actions on the cart, below its totals. */
  actions(products: readonly Product[]): ReactNode;
};

/** The contents of the cart at their current prices. */
export function CartContent({ cart, narrow = false, actions }: Props) {
  const t = useText();
  const address = useMarketAddress();
  const { query, products, notices, dismiss } = useCartView(cart);
  const { removed, remove, undo } = useRemoval(cart);
  const { asked, set } = useCartParams();
  const quote = useQuote(cart.entries, asked);
  const empty = cart.entries.length === 0;
  return (
    <Stack>
      <Notices of={notices} onClose={dismiss} />
      {removed && (
        <Alert color="gray" role="status">
          <Group justify="space-between">
            <bdi>{t('removedFromCart')}</bdi>
            <Button size="compact-sm" variant="default" onClick={undo}>
              {t('undo')}
            </Button>
          </Group>
        </Alert>
      )}
      {empty ? (
        <EmptyState
          title={t('emptyCart.title')}
          text={t('emptyCart.text')}
          action={
            <Button component={Link} to={address('main')}>
              {t('toMarket')}
            </Button>
          }
        />
      ) : query.data ? (
        <div className={classes.cart} data-narrow={narrow || undefined}>
          <Entries cart={cart} products={products} problems={quote.problems} onRemove={remove} />
          <CartSummary
            entries={cart.entries}
            products={products}
            quote={quote}
            onVoucher={(voucher) => set({ voucher })}
            voucher={asked.voucher}
          >
            {actions(products)}
          </CartSummary>
        </div>
      ) : (
        <QueryBoundary of={query} />
      )}
    </Stack>
  );
}

/** The entry that was removed last, for ten seconds. */
function useRemoval(cart: Cart) {
  const [removed, setRemoved] = useState<{ entry: CartEntry; at: number } | null>(null);
  useEffect(() => {
    if (!removed) return;
    const end = setTimeout(() => setRemoved(null), undoMs);
    return () => clearTimeout(end);
  }, [removed]);
  return {
    removed,
    remove: (at: number) => {
      const entry = cart.entries[at];
      if (!entry) return;
      setRemoved({ entry, at });
      cart.remove(at);
    },
    undo: () => {
      if (removed) cart.insert(removed.entry, removed.at);
      setRemoved(null);
    },
  };
}

function Notices({ of, onClose }: { of: readonly CartNotice[]; onClose(): void }) {
  const t = useText();
  if (of.length === 0) return null;
  return (
    <Alert color="orange" role="status" withCloseButton closeButtonLabel={t('dismiss')} onClose={onClose}>
      {of.map((notice) => (
        <div key={`${notice.kind} ${notice.key}`}>
          <bdi>
            {notice.kind === 'gone'
              ? t('gone', { name: notice.name ?? t('aProduct') })
              : t('priceChanged', {
                  name: notice.name,
                  from: dollarText(notice.from),
                  to: dollarText(notice.to),
                })}
          </bdi>
        </div>
      ))}
    </Alert>
  );
}

type EntriesProps = Pick<Parameters<typeof CartEntryCard>[0], 'cart' | 'products' | 'problems' | 'onRemove'>;

/** The entries by app; each keeps its place in the cart. */
function Entries(props: EntriesProps) {
  const t = useText();
  const apps = useSellingApps();
  const places = props.cart.entries.map((entry, at) => ({ entry, at }));
  const groups = Map.groupBy(places, ({ entry }) => `${entry.app} ${entry.type}`);
  return (
    <Stack gap="lg">
      {[...groups].map(([key, members]) => {
        const app = apps.find(({ id }) => id === members[0]?.entry.app);
        if (!app) return null;
        return (
          <section key={key} aria-label={app.name}>
            <Text component="h2" fw={600} m={0} mb="xs">
              <bdi>{app.name}</bdi> · {t('entries', { count: members.length })}
            </Text>
            <Stack>
              {members.map(({ entry, at }) => (
                <CartEntryCard
                  key={at}
                  {...props}
                  app={app}
                  entry={entry}
                  at={at}
                  shown={members.map((member) => member.at)}
                />
              ))}
            </Stack>
          </section>
        );
      })}
    </Stack>
  );
}
