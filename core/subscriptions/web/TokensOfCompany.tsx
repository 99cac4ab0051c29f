import { useMemo } from 'react';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Token, tokenStatuses } from '../common/token.ts';
import { api } from './api.ts';

const { cell, code, date, number } = columnsFor<Token>();
const columns = [
  code('id', { width: 1 }),
  { field: 'device.name', name: 'device', width: 2, sortable: false },
  cell('status', ({ value }) => <StatusChip namespace="subscriptions" field="status" value={value} />, {
    width: 1,
    sortable: false,
  }),
  number('months', { sortable: false }),
  date('expirationAt', { width: 1 }),
] as const;
const filters: FiltersOf<typeof api.token.list> = [
  { field: 'status', kind: 'select', options: tokenStatuses },
  { field: 'expirationAt', kind: 'dateRange' },
];

/** The subscriptions of one company, of all apps. */
export function TokensOfCompany({ companyId }: { companyId: number }) {
  const fixed = useMemo(() => ({ companyId: String(companyId) }), [companyId]);
  return (
    <ListView
      of={{ list: api.token.list }}
      table="devices_token_company"
      fixed={fixed}
      columns={columns}
      filters={filters}
      exports
      empty="token"
      live={live}
    />
  );
}

const live = { topics: ['devices'] };
