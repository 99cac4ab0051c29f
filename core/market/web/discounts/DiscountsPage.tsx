import { Button, Progress, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconReceipt } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { searchCompanies } from '#core/accounts/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame, type PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type DiscountRow, discountKinds } from '../../common/discount.ts';
import { api, useText } from '../api.ts';
import { dollarText } from '../dollar-text.ts';
import { CodePanel } from './CodePanel.tsx';
import { Rates } from './Rates.tsx';
import { Redemptions } from './Redemptions.tsx';

const tabs = ['codes', 'rates'] as const;
type Tabs = { tabs: readonly PageTab[]; tab: string; onTab(value: string): void };

/** The discount codes of the platform, and the rates that were agreed with companies. */
export function DiscountsPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'codes';
  const page = {
    tabs: tabs.map((value) => ({ value, label: t(`discounts.tabs.${value}`) })),
    tab,
    onTab: (value: string) => setParams(value === 'codes' ? {} : { tab: value }),
  };
  if (tab === 'codes') return <Codes {...page} />;
  return (
    <PageFrame {...page}>
      <Rates />
    </PageFrame>
  );
}

const { cell, date } = columnsFor<DiscountRow>();
const tones = { planned: 'ok', running: 'good', 'used-up': 'poor', ended: 'none', off: 'none' } as const;
const worthOf = ({ percent, amount }: DiscountRow): string =>
  percent === null ? dollarText(amount ?? 0) : `${percent} %`;

const columns = [
  { field: 'code', width: 2, render: (row: DiscountRow) => <Bdi>{row.code}</Bdi> },
  {
    field: 'worth',
    width: 1,
    numeric: true,
    sortable: false,
    render: (row: DiscountRow) => <Bdi>{worthOf(row)}</Bdi>,
    text: worthOf,
  },
  cell('used', ({ row }) => <Used of={row} />, { width: 2, sortable: false }),
  cell('state', ({ row }) => <StatusChip namespace="market" field="discount" value={row.state} tones={tones} />, {
    width: 1,
    sortable: false,
  }),
  { field: 'company.name', name: 'company', width: 2, sortable: false },
  date('validFrom', { width: 1, sortable: false }),
  date('validTo', { width: 1 }),
] as const;

/** How often a code was used, out of how often it may be used. */
function Used({ of: { code, used, usageLimit } }: { of: DiscountRow }) {
  const t = useText();
  const { number } = useFormats();
  if (usageLimit === null) return <Text inherit>{t('discounts.usedFreely', { used: number(used) })}</Text>;
  const said = t('discounts.usedOf', { used: number(used), limit: number(usageLimit) });
  return (
    <div>
      <Text inherit>{said}</Text>
      <Progress value={(used / usageLimit) * 100} size="sm" aria-label={t('discounts.usageOf', { code })} />
    </div>
  );
}

function Codes(page: Tabs) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const [redeemed, setRedeemed] = useState<DiscountRow | null>(null);
  const rowActions = useMemo(() => {
    const access = api.discount.update.route.access;
    const switched = (active: boolean) => ({
      access,
      shown: (row: DiscountRow) => row.active !== active,
      run: ({ id }: DiscountRow) => api.discount.update.send({ params: { id }, body: { active } }),
    });
    return [
      rowAction<DiscountRow>('redemptions', { icon: IconReceipt, run: async (row) => void setRedeemed(row) }),
      rowAction<DiscountRow>('deactivate', { icon: IconPlayerPause, ...switched(false) }),
      rowAction<DiscountRow>('activate', { icon: IconPlayerPlay, ...switched(true) }),
    ];
  }, []);
  return (
    <>
      <ListPage
        {...page}
        of={{ list: api.discount.list }}
        columns={columns}
        filters={[
          { field: 'kind', name: 'discountKind', kind: 'select', options: discountKinds },
          { field: 'companyId', name: 'company', kind: 'select', search: searchCompanies, minCharacters: 1 },
          { field: 'createdAt', kind: 'dateRange' },
        ]}
        rowActions={rowActions}
        exports
        view="auto"
        empty="discount"
        action={
          <Can access={api.discount.create.route.access}>
            <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setAdding(true)}>
              {t('discounts.newCode')}
            </Button>
          </Can>
        }
      />
      {adding && <CodePanel onClose={() => setAdding(false)} />}
      {redeemed && <Redemptions of={redeemed} onClose={() => setRedeemed(null)} />}
    </>
  );
}
