import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { RowOf } from '#platform/common/define-entity.ts';
import { isOpen, nextChange } from '#platform/common/week-schedule.ts';
import { formatDate, useFormats } from '#platform/web/i18n/formats.ts';
import { Can, useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { deleteRow, deleteRows } from '#platform/web/ui/list/delete-row.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { schedule } from '../common/schedule.ts';
import { editScheduleAddress, newScheduleAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { awaitingConfirmation } from './holidays.ts';

type Schedule = RowOf<typeof schedule>;
const { ago, cell, code, link } = columnsFor<Schedule>();

const editRow = rowAction<Schedule>('edit', {
  icon: IconPencil,
  access: schedule.can('update'),
  to: (row) => editScheduleAddress(row.id),
});
const bulkActions = [{ ...deleteRows, access: schedule.can('delete') }];

/** The schedules of the selected company. */
export function SchedulesPage() {
  const t = useText();
  const { company } = useMe();
  if (company) return <Schedules key={company.id} companyId={company.id} />;
  return (
    <PageFrame>
      <EmptyState title={t('noCompany.title')} text={t('noCompany.text')} action={<CustomerSwitch />} />
    </PageFrame>
  );
}

function Schedules({ companyId }: { companyId: number }) {
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const history = useRowHistory<Schedule>(api.schedule.history, ({ id }) => ({ id }), 'schedules');
  const rowActions = useMemo(
    () => [editRow, history.action, { ...deleteRow, access: schedule.can('delete') }],
    [history.action],
  );
  return (
    <>
      <ListPage
        of={api.schedule}
        fixed={fixed}
        columns={useColumns()}
        rowActions={rowActions}
        bulkActions={bulkActions}
        view="auto"
        exports
        action={<AddSchedule />}
        empty="schedule"
        emptyAction={<AddSchedule />}
      />
      {history.drawer}
    </>
  );
}

function useColumns(): Column<Schedule>[] {
  const t = useText();
  const { number } = useFormats();
  const mayEdit = usePermitted(schedule.can('update'));
  return [
    mayEdit
      ? link('name', '/core/schedule/edit/{id}')
      : { field: 'name', width: 2, render: ({ name }) => <bdi>{name}</bdi> },
    {
      field: 'now',
      width: 2,
      render: (row) => <Now row={row} />,
      text: (row) => t(isOpen(row, Date.now()) ? 'open' : 'closed'),
    },
    cell('holidays', Holidays, { width: 2, text: (row) => number(row.holidays.length) }),
    code('timeZone'),
    ago('createdAt', { hidden: true }),
  ];
}

/** Whether the schedule is open now, and until when in its own time zone. */
function Now({ row }: { row: Schedule }) {
  const t = useText();
  const now = Date.now();
  const change = nextChange(row, now);
  return (
    <>
      <ToneChip tone={isOpen(row, now) ? 'good' : 'none'}>{t(isOpen(row, now) ? 'open' : 'closed')}</ToneChip>{' '}
      {change !== null && <bdi>{t('until', { at: formatDate(change, 'dateTime', row.timeZone) })}</bdi>}
    </>
  );
}

function Holidays({ row }: { row: Schedule }) {
  const t = useText();
  const { number } = useFormats();
  const unconfirmed = awaitingConfirmation(row).length;
  return (
    <>
      {number(row.holidays.length)}{' '}
      {unconfirmed > 0 && (
        <ToneChip tone="poor">{t('toConfirm', { count: unconfirmed, shown: number(unconfirmed) })}</ToneChip>
      )}
    </>
  );
}

function AddSchedule() {
  const t = useText();
  return (
    <Can access={schedule.can('create')}>
      <Button component={Link} to={newScheduleAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addSchedule')}
      </Button>
    </Can>
  );
}
