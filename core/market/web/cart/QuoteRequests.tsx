import { Anchor, List, Stack, Text } from '@mantine/core';
import { IconCheck, IconMail, IconShoppingCart } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { reloadSession } from '#platform/web/session/session.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ProductKind } from '../../common/product-kinds.ts';
import { cartOfQuote, type QuoteRow, quoteStates } from '../../common/quote-request.ts';
import { api, useText } from '../api.ts';
import { orderTypeFor, useSellingApps } from '../selling-apps.ts';
import { sharedCartFragment } from './shared-cart.ts';

type Tabs = { tabs: readonly PageTab[]; tab: string; onTab(value: string): void };
const { ago, cell, code } = columnsFor<QuoteRow>();
const tones = { new: 'poor', answered: 'good', closed: 'none' } as const;
const mostProducts = 100;

/** The number of unanswered quote requests. */
export const useNewQuotes = (): number | undefined =>
  useData(api.quoteRequest.list, { list: { limit: 1, total: true, filter: { state: 'new' } } }, { silent: true }).data
    ?.totalRecords;

/** The address of a cart that holds what a quote request asks for. */
function useCartAddress(): (row: QuoteRow) => Promise<string> {
  const apps = useSellingApps();
  return useMemo(() => {
    const cartTypeOf = (id: string, kind: ProductKind) => {
      const app = apps.find((one) => one.id === id);
      const type = app && orderTypeFor(app, kind);
      return type && (app.orderTypes[type]?.cartType ?? type);
    };
    return async ({ lines }) => {
      const ids = lines.map(({ productId }) => productId);
      const pages = Array.from({ length: Math.ceil(ids.length / mostProducts) }, (_, at) =>
        api.product.list.send({
          list: { limit: mostProducts, filter: { id: ids.slice(at * mostProducts, (at + 1) * mostProducts) } },
        }),
      );
      const products = (await Promise.all(pages)).flatMap(({ data }) => data);
      return `/core/market/cart${await sharedCartFragment(cartOfQuote(lines, products, cartTypeOf))}`;
    };
  }, [apps]);
}

/** The quote requests of visitors and companies: they are answered by mail, turned into a cart, or closed. */
export function QuoteRequests(page: Tabs) {
  const t = useText();
  const navigate = useNavigate();
  const cartAddress = useCartAddress();
  const [shown, setShown] = useState<QuoteRow | null>(null);
  const rowActions = useMemo(() => {
    const set = ({ id }: QuoteRow, state: 'answered' | 'closed') =>
      api.quoteRequest.update.send({ params: { id }, body: { state } });
    return [
      rowAction<QuoteRow>('answer-quote', {
        icon: IconMail,
        async run(row) {
          const cart = row.lines.length > 0 ? `${window.location.origin}${await cartAddress(row)}` : '';
          const body = `${t('quoteRequest.greeting', { name: row.name })}\n\n\n${cart}`;
          const subject = t('quoteRequest.subject', { number: row.number });
          window.location.assign(
            `mailto:${encodeURIComponent(row.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
          );
          await set(row, 'answered');
        },
      }),
      rowAction<QuoteRow>('quote-to-cart', {
        icon: IconShoppingCart,
        shown: ({ lines }) => lines.length > 0,
        async run(row) {
          const address = await cartAddress(row);
          if (row.account) await selectCustomer(row.account.id, reloadSession);
          void navigate(address);
        },
      }),
      rowAction<QuoteRow>('close-quote', {
        icon: IconCheck,
        shown: ({ state }) => state !== 'closed',
        run: (row) => set(row, 'closed'),
      }),
    ];
  }, [t, navigate, cartAddress]);
  return (
    <>
      <ListPage
        {...page}
        of={{ list: api.quoteRequest.list }}
        columns={[
          cell('number', ({ row }) => <OpenQuote row={row} onOpen={setShown} />, { width: 1, sortable: false }),
          { field: 'name', width: 2, sortable: false },
          { field: 'company', width: 2, sortable: false },
          code('email', { width: 2, sortable: false }),
          { field: 'country.name', name: 'country', width: 1, sortable: false },
          cell('state', ({ row }) => <StatusChip namespace="market" field="quote" value={row.state} tones={tones} />, {
            width: 1,
            sortable: false,
          }),
          ago('createdAt', { name: 'askedAt', width: 1 }),
        ]}
        filters={[
          { field: 'state', kind: 'select', options: quoteStates },
          { field: 'createdAt', name: 'askedAt', kind: 'dateRange' },
        ]}
        rowActions={rowActions}
        view="auto"
        empty="quote"
      />
      {shown && <QuotePanel row={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const OpenQuote = ({ row, onOpen }: { row: QuoteRow; onOpen(row: QuoteRow): void }) => (
  <Anchor component="button" type="button" fw={550} inherit onClick={() => onOpen(row)}>
    <Bdi>{row.number}</Bdi>
  </Anchor>
);

function QuotePanel({ row, onClose }: { row: QuoteRow; onClose(): void }) {
  const t = useText();
  const { date, number } = useFormats();
  return (
    <SidePanel title={<Bdi>{row.number}</Bdi>} onClose={onClose}>
      <Stack>
        <Facts
          items={[
            [t('columns.name'), <bdi key="name">{row.name}</bdi>],
            [t('columns.company'), <bdi key="company">{row.account?.name ?? (row.company || t('none'))}</bdi>],
            [t('columns.email'), <Bdi key="email">{row.email}</Bdi>],
            [t('columns.phone'), <Bdi key="phone">{row.phone}</Bdi>],
            [t('columns.country'), <bdi key="country">{row.country.name}</bdi>],
            [t('columns.askedAt'), <Bdi key="at">{date(row.createdAt)}</Bdi>],
          ]}
        />
        {row.message && (
          <Text component="p" m={0} style={{ whiteSpace: 'pre-line' }}>
            <bdi>{row.message}</bdi>
          </Text>
        )}
        <List>
          {row.lines.map(({ productId, quantity, name }) => (
            <List.Item key={productId}>
              <Bdi>{`${number(quantity)} ×`}</Bdi> <bdi>{name}</bdi>
            </List.Item>
          ))}
        </List>
      </Stack>
    </SidePanel>
  );
}
