import { Alert, Button, Group, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { cartEntryFor, useCart, useProducts, useSellingApps } from '#core/market/web/parts.tsx';
import { openAddress } from '#platform/common/open-address.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { DeviceRequestDetail } from '../common/device-request.ts';
import { useText } from './api.ts';

/** Fills the cart of the integrator's store with what its stock lacks. */
export function MissingPanel({ request }: { request: DeviceRequestDetail }) {
  const t = useText();
  const navigate = useNavigate();
  const cart = useCart();
  const apps = useSellingApps();
  const { session } = useMe();
  const products = useProducts();
  const { lines, inStock, allowed, intention, uuid } = request;
  const missing = lines
    .map((line) => ({ ...line, count: line.qty - line.allocated - (inStock?.[line.productId] ?? 0) }))
    .filter(({ count }) => count > 0);
  const ordered = intention !== null && (intention.state === 'open' || intention.state === 'checked-out');
  const ownCart = session.actingFor === session.user.companyId;
  if (!allowed.includes('order') || missing.length === 0 || ordered || !ownCart) return null;
  const order = () => {
    const all = products.data?.data ?? [];
    const entries = missing.flatMap(({ productId, count }) => {
      const product = all.find(({ id }) => id === productId);
      const app = apps.find(({ id }) => id === product?.app);
      return (product && app && cartEntryFor(app, product, count, all)) || [];
    });
    cart.set([...cart.entries, ...entries]);
    void navigate(`${openAddress('device-store')}?cart=1&request=${uuid}`);
  };
  return (
    <Alert variant="light" title={t('missing')}>
      <Text size="sm">{t('missingText')}</Text>
      <ul>
        {missing.map(({ productId, name, count }) => (
          <li key={productId}>
            <bdi>
              {count} × {name}
            </bdi>
          </li>
        ))}
      </ul>
      <Group>
        <Button onClick={order} loading={products.isPending}>
          {t('actions.order')}
        </Button>
      </Group>
    </Alert>
  );
}
