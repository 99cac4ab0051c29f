import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { useText } from './api.ts';
import { type SellingPlace, ShopFrame } from './selling-apps.ts';

const catalogue: SellingPlace = {
  address: (path, params) =>
    `/core/market/${path.replace(/^main/, 'catalogue')}${params && params.size > 0 ? `?${params}` : ''}`,
  offers: () => true,
  readOnly: true,
};

/** The market for companies that an integrator supplies: the products, and the integrator to ask for them. */
export function SuppliedMarket({ children }: { children: ReactNode }) {
  const t = useText();
  const supplier = useStore(sessionStore, ({ me }) => me?.company?.providers.find(({ type }) => type === 'Integrator'));
  const name = `\u2068${supplier?.name ?? ''}\u2069`;
  return (
    <ShopFrame value={catalogue}>
      {supplier && (
        <Alert variant="light" role="note" title={t('supplier.title', { name })} m="md" mb={0}>
          {t('supplier.text', { name })}
        </Alert>
      )}
      {children}
    </ShopFrame>
  );
}
