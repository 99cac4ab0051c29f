import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type CartEntry, maxCartEntries } from '../../common/cart.ts';
import { useText } from '../api.ts';
import { sharedCartIn } from './shared-cart.ts';
import type { Cart } from './use-cart.ts';

/** Offers the cart in the address of the page: it is checked, and added when the person confirms. */
export function SharedCart({ cart }: { cart: Cart }) {
  const t = useText();
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [shared, setShared] = useState<readonly CartEntry[] | null>(null);
  useEffect(() => {
    let current = true;
    void sharedCartIn(hash).then((entries) => current && setShared(entries));
    return () => {
      current = false;
    };
  }, [hash]);
  if (shared === null) return null;
  const end = () => void navigate(`${pathname}${search}`, { replace: true });
  const add = () => {
    cart.set([...cart.entries, ...shared].slice(0, maxCartEntries));
    end();
  };
  return (
    <Alert title={t('sharedCart.title')} variant="light">
      <Text size="sm">
        {shared.length > 0 ? t('sharedCart.text', { count: shared.length }) : t('sharedCart.unreadable')}
      </Text>
      <Group gap="xs" mt="sm">
        {shared.length > 0 && (
          <Button size="compact-sm" onClick={add}>
            {t('sharedCart.add')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={end}>
          {t('dismiss')}
        </Button>
      </Group>
    </Alert>
  );
}
