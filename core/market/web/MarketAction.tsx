import { Button } from '@mantine/core';
import { useContext } from 'react';
import { Link } from 'react-router';
import { openAddress } from '#platform/common/open-address.ts';
import { useText } from './api.ts';
import { CartButton } from './cart/CartButton.tsx';
import { ShopFrame } from './selling-apps.ts';

/** Leads to the cart; where nothing is ordered, to the requests for devices. */
export function MarketAction() {
  const t = useText();
  const shop = useContext(ShopFrame);
  if (!shop?.readOnly) return <CartButton />;
  return (
    <Button component={Link} to={openAddress('device-requests')}>
      {t('supplier.ask')}
    </Button>
  );
}
