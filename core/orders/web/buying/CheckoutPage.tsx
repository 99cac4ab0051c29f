import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useCart } from '#core/market/web/parts.tsx';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { reloadSession } from '#platform/web/session/session.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { api, useText } from '../api.ts';
import { Checkout } from './Checkout.tsx';

/** The Super Admin orders for the current company: its cart here, or one of its order requests. */
export function CheckoutPage() {
  const [params] = useSearchParams();
  const { session } = useMe();
  const intention = params.get('intention');
  if (intention) return <FromRequest uuid={intention} />;
  if (session.actingFor === null) return <Navigate to="/core" replace />;
  return <FromCart key={session.actingFor} companyId={session.actingFor} params={params} />;
}

function FromCart({ companyId, params }: { companyId: number; params: URLSearchParams }) {
  const cart = useCart();
  return (
    <PageFrame>
      <Checkout
        companyId={companyId}
        begin={{
          entries: cart.entries,
          voucher: params.get('voucher') ?? '',
          addressId: Number(params.get('address')) || null,
          method: null,
          note: '',
        }}
        onPlaced={() => cart.set([])}
      />
    </PageFrame>
  );
}

/** The cart of an order request; its company is selected. */
function FromRequest({ uuid }: { uuid: string }) {
  const t = useText();
  const { session } = useMe();
  const found = useData(api.intention.get, { params: { uuid } }, { silent: true, staleTime: 0 });
  const { data } = found;
  const selected = data !== undefined && session.actingFor === data.companyId;
  useEffect(() => {
    if (data && !selected) void selectCustomer(data.companyId, reloadSession);
  }, [data, selected]);
  return (
    <PageFrame>
      {!data || !selected ? (
        <QueryBoundary of={found} />
      ) : data.state !== 'open' ? (
        <EmptyState title={t('buying.requestClosed.title')} text={t('buying.requestClosed.text')} />
      ) : (
        <Checkout
          key={uuid}
          companyId={data.companyId}
          begin={{
            entries: data.cart,
            voucher: data.voucher ?? '',
            addressId: data.addressId,
            method: data.method,
            note: data.note,
          }}
          request={data}
        />
      )}
    </PageFrame>
  );
}
