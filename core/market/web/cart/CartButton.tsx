import { Button } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from '../api.ts';
import { useMarketAddress } from '../selling-apps.ts';
import { useCart } from './use-cart.ts';

/** Leads to the cart, with the number of its entries. */
export function CartButton() {
  const t = useText();
  const { number } = useFormats();
  const { entries } = useCart();
  const address = useMarketAddress();
  return (
    <Button
      component={Link}
      to={address('cart')}
      variant="default"
      leftSection={<IconShoppingCart size={iconSizes.md} aria-hidden />}
    >
      {t('cartOf', { count: entries.length, shown: number(entries.length) })}
    </Button>
  );
}
