import { useState } from 'react';
import { type CartEntry, pricedOf } from '#core/market/common/cart.ts';
import type { Quote } from '#core/market/common/quote.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { OrderRow } from '../../common/order.ts';
import { api } from '../api.ts';
import type { Method } from './methods.ts';

export type OrderDraft = {
  entries: readonly CartEntry[];
  voucher: string;
  addressId: number | null;
  method: Method | null;
  note: string;
};
/** The prices now, and what differs from those that were shown. */
export type Changed = {
  quote: Quote;
  changes: readonly {
    path: string;
    what: 'price' | 'added' | 'removed' | 'unknown';
    was: number | null;
    now: number | null;
  }[];
};

/**
 * Places an order at the prices of a quote. The idempotency key is made when the page opens, so that a second click, or
 * one after a lost reply, is the same order. After a refusal the next attempt gets a new key.
 */
export function usePlaceOrder(companyId: number, intention: string | null, onPlaced: (order: OrderRow) => void) {
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [changed, setChanged] = useState<Changed | null>(null);
  const [refusal, setRefusal] = useState<RequestError | null>(null);
  const submit = useAction(api.order.submit, {
    onDone: onPlaced,
    invalidates: [api.intention.list],
    onError: (error) => {
      if (!(error instanceof RequestError)) return;
      if (error.status >= 400 && error.status < 500) setKey(crypto.randomUUID());
      if (error.word === 'price-changed') setChanged(error.detail as Changed);
      else setRefusal(error);
    },
  });
  return {
    changed,
    refusal,
    pending: submit.pending,
    keepOut: () => setChanged(null),
    place: (draft: OrderDraft & { poNumber: string }, { hash, lines, requiresShipping }: Quote) => {
      setRefusal(null);
      const body = {
        ...pricedOf(draft.entries),
        hash,
        seen: lines.map(({ path, net }) => ({ path, net })),
        addressId: requiresShipping ? draft.addressId : null,
        method: draft.method,
        voucher: draft.voucher || null,
        poNumber: draft.poNumber || null,
        note: draft.note,
        intention,
      };
      submit.run({ params: { companyId }, body, headers: { 'idempotency-key': key }, silent: true });
    },
  };
}
