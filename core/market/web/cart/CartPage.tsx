import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useStore } from '#platform/web/client/store.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { Place } from '#platform/web/shell/layout/Place.tsx';
import { signInFor } from '#platform/web/shell/routing/addresses.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { quotedLines } from '../../common/quote-request.ts';
import { useText } from '../api.ts';
import { useMarketAddress } from '../selling-apps.ts';
import { AskForQuote } from './AskForQuote.tsx';
import { CartContent } from './CartContent.tsx';
import { SharedCart } from './SharedCart.tsx';
import { useCart } from './use-cart.ts';

/** The cart, with the actions that the person may take. */
export function CartPage() {
  const t = useText();
  const address = useMarketAddress();
  const cart = useCart();
  const visitor = useStore(sessionStore, ({ me }) => me === null);
  return (
    <PageFrame parents={[{ label: t('pages.market-main'), to: address('main') }]}>
      <Stack>
        <SharedCart cart={cart} />
        <CartContent
          cart={cart}
          actions={(products) => (
            <>
              {visitor && (
                <Button component={Link} to={signInFor('/core/market/cart')}>
                  {t('signInToOrder')}
                </Button>
              )}
              {visitor && <AskForQuote lines={quotedLines(cart.entries, products)} />}
              <Place name="market-cart" />
            </>
          )}
        />
      </Stack>
    </PageFrame>
  );
}
