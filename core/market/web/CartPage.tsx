import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '#platform/web/client/store.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { Place } from '#platform/web/shell/layout/Place.tsx';
import { signInFor } from '#platform/web/shell/routing/addresses.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { CartEntry } from '../common/cart.ts';
import { quotedLines } from '../common/quote-request.ts';
import { AskForQuote } from './AskForQuote.tsx';
import { useText } from './api.ts';
import { CartEntryCard } from './CartEntryCard.tsx';
import { CartSummary } from './CartSummary.tsx';
import { dollarText } from './dollar-text.ts';
import classes from './Market.module.css';
import { SharedCart } from './SharedCart.tsx';
import { useMarketAddress, useSellingApps } from './selling-apps.ts';
import { type Cart, useCart } from './use-cart.ts';
import { useCartParams } from './use-cart-params.ts';
import { type CartNotice, useCartView } from './use-cart-view.ts';
import { useQuote } from './use-quote.ts';

const undoMs = 10_000;

/** What has been chosen, at its price now. */
export function CartPage() {
  const t = useText();
  const address = useMarketAddress();
  const cart = useCart();
  const { query, products, notices, dismiss } = useCartView(cart);
  const { removed, remove, undo } = useRemoval(cart);
  const { asked, set } = useCartParams();
  const quote = useQuote(cart.entries, asked);
  const visitor = useStore(sessionStore, ({ me }) => me === null);
  const empty = cart.entries.length === 0;
  return (
    <PageFrame parents={[{ label: t('pages.market-main'), to: address('main') }]}>
      <Stack>
        <SharedCart cart={cart} />
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
          <div className={classes.cart}>
            <Entries cart={cart} products={products} problems={quote.problems} onRemove={remove} />
            <CartSummary
              entries={cart.entries}
              products={products}
              quote={quote}
              onVoucher={(voucher) => set({ voucher })}
              voucher={asked.voucher}
            >
              {visitor && (
                <Button component={Link} to={signInFor('/core/market/cart')}>
                  {t('signInToOrder')}
                </Button>
              )}
              {visitor && <AskForQuote lines={quotedLines(cart.entries, products)} />}
              <Place name="market-cart" />
            </CartSummary>
          </div>
        ) : (
          <QueryBoundary of={query} />
        )}
      </Stack>
    </PageFrame>
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
