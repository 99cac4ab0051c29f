import { formatDuration } from '#platform/web/i18n/duration.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import type { TicketReport } from '../common/report.ts';
import { api, useText } from './api.ts';

const { cell, number } = columnsFor<TicketReport>();
const hourMs = 3_600_000;

const duration = (field: 'firstReplyMs' | 'solveMs'): Column<TicketReport> =>
  cell(field, ({ value }) => <bdi>{value === null ? '–' : formatDuration(value)}</bdi>, {
    // Spreadsheets calculate with hours.
    text: (row) => (row[field] === null ? null : Math.round((row[field] / hourMs) * 100) / 100),
    width: 1,
    numeric: true,
  });

const columns: readonly Column<TicketReport>[] = [
  { field: 'name', name: 'company', width: 2 },
  number('tickets'),
  duration('firstReplyMs'),
  duration('solveMs'),
  number('late', { unit: '%' }),
  number('reopened', { unit: '%' }),
];
const filters: FiltersOf<typeof api.report.list> = [{ field: 'createdAt', kind: 'dateRange' }];

/** How well the desk of the caller meets its service levels, by customer. */
export function ReportPage() {
  const t = useText();
  return (
    <ListPage
      of={api.report}
      title={t('pages.support-report')}
      columns={columns}
      filters={filters}
      tabs={useGroupTabs()}
      exports
      empty="report"
    />
  );
}
