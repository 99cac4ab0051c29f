import { Anchor, Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { RowOf } from '#platform/common/define-entity.ts';
import { isOpen } from '#platform/common/time/week-schedule.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/history/History.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { deleteRow, deleteRows } from '#platform/web/ui/list/rows/delete-row.ts';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { schedule } from '../common/schedule.ts';
import { useScheduleAddresses } from './addresses.ts';
import { api, useText } from './api.ts';
import { awaitingConfirmation } from './holidays.ts';
import { ScheduleState } from './ScheduleState.tsx';
import { useScheduleUses } from './use-schedule-uses.ts';

type Schedule = RowOf<typeof schedule>;
const { ago, cell, code } = columnsFor<Schedule>();

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
  const addresses = useScheduleAddresses();
  const rowActions = useMemo(
    () => [
      rowAction<Schedule>('edit', {
        icon: IconPencil,
        access: schedule.can('update'),
        to: (row) => addresses.details(row.id),
      }),
      history.action,
      { ...deleteRow, access: schedule.can('delete') },
    ],
    [history.action, addresses],
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
  const addresses = useScheduleAddresses();
  const uses = useScheduleUses();
  return [
    {
      field: 'name',
      width: 2,
      to: ({ id }) => addresses.details(id),
      render: ({ id, name }) => <NameLink name={name} to={addresses.details(id)} />,
      text: ({ name }) => name,
    },
    {
      field: 'now',
      width: 2,
      render: (row) => <ScheduleState of={row} />,
      text: (row) => t(isOpen(row, Date.now()) ? 'open' : 'closed'),
    },
    { field: 'usedBy', width: 2, render: ({ id }) => uses(id), text: ({ id }) => uses(id) },
    cell('holidays', Holidays, { width: 2, text: (row) => number(row.holidays.length) }),
    code('timeZone'),
    ago('createdAt', { hidden: true }),
  ];
}

const NameLink = ({ name, to }: { name: string; to: string }) => (
  <Anchor component={Link} to={to} fw={550} inherit tabIndex={-1}>
    <bdi>{name}</bdi>
  </Anchor>
);

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
  const addresses = useScheduleAddresses();
  return (
    <Can access={schedule.can('create')}>
      <Button component={Link} to={addresses.create} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('addSchedule')}
      </Button>
    </Can>
  );
}
