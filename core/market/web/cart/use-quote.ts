import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useStore } from '#platform/web/client/store.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { type CartEntry, pricedOf } from '../../common/cart.ts';
import type { Problem, Quote } from '../../common/quote.ts';
import { api } from '../api.ts';

const settledMs = 400;
type Asked = { voucher?: string; addressId?: number | null; settleMs?: number };

/**
 * The quote of entries with its problems, for the current company. Undefined for visitors and until the reply has
 * arrived. `settled`: it is the quote of exactly these entries, with this voucher and address.
 */
export function useQuote(
  entries: readonly CartEntry[],
  { voucher = '', addressId = null, settleMs = settledMs }: Asked = {},
) {
  const company = useStore(sessionStore, ({ me }) => me?.session.actingFor ?? null);
  const permitted = usePermitted(api.quote.validate.route.access);
  const asked = useMemo(() => ({ entries, voucher, addressId }), [entries, voucher, addressId]);
  const [settled] = useDebouncedValue(asked, settleMs);
  const enabled = permitted && company !== null && settled.entries.length > 0;
  const query = useData(
    api.quote.validate,
    {
      params: { companyId: company ?? 0 },
      query: {
        ...(settled.voucher ? { voucher: settled.voucher } : {}),
        ...(settled.addressId ? { addressId: settled.addressId } : {}),
      },
      body: pricedOf(settled.entries),
    },
    { enabled, silent: true, staleTime: 0, placeholderData: (before) => before },
  );
  const { data, error } = query;
  const refused = error instanceof RequestError && error.word === 'order-has-problems';
  const quote = refused ? (error.detail as { quote: Quote }).quote : data;
  const problems: readonly Problem[] = quote?.problems ?? [];
  return {
    enabled,
    quote,
    problems,
    query,
    failed: error !== null && !refused,
    settled: settled === asked && !query.isFetching && !query.isPlaceholderData,
  };
}
