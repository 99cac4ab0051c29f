import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconSend } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useRowHistory } from '#platform/web/ui/History.tsx';
import { ago, type Column, cell, date } from '#platform/web/ui/list/columns.tsx';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type RowAction, rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { ToneChip } from '#platform/web/ui/StatusChip.tsx';
import { frequencies, type Schedule, scheduleRoutes } from '../../common/schedule.ts';
import { api } from '../api.ts';
import type { NotificationGroupCalls } from '../groups/source.ts';
import { useText } from '../texts.ts';
import { SchedulePanel } from './SchedulePanel.tsx';
import { useDayNames } from './WeekDays.tsx';

export type Opened = Schedule | 'new' | null;
type Props = {
  app: AppManifest;
  people: NotificationGroupCalls['users'];
  open: Opened;
  onOpen(what: Opened): void;
};

const filters = [
  { field: 'frequency', kind: 'select', options: frequencies },
  { field: 'active', kind: 'boolean' },
] as const;

/** Mails that sum up an app's alarms by the clock. */
export function ScheduleList({ app, people, open, onOpen }: Props) {
  const { company } = useMe();
  const fixed = useMemo(() => ({ app: app.id }), [app.id]);
  const history = useRowHistory<Schedule>(api.schedule.history, ({ id }) => ({ id }), 'alarms');
  return (
    <>
      <ListView
        of={api.schedule}
        table={`${app.id}_alarms_schedules`}
        fixed={fixed}
        columns={useColumns()}
        filters={filters}
        rowActions={useActions(onOpen, history.action)}
        emptyAction={<AddSchedule onOpen={onOpen} />}
        exports
      />
      {history.drawer}
      {open && company && (
        <SchedulePanel
          app={app}
          people={people}
          companyId={company.id}
          before={open === 'new' ? undefined : open}
          onClose={() => onOpen(null)}
        />
      )}
    </>
  );
}

export function AddSchedule({ onOpen }: Pick<Props, 'onOpen'>) {
  const t = useText();
  const { company } = useMe();
  return (
    <Can access={scheduleRoutes.create.access}>
      <Button
        disabled={!company}
        onClick={() => onOpen('new')}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
      >
        {t('schedules.create')}
      </Button>
    </Can>
  );
}

function Active({ value }: { value: boolean; row: Schedule }) {
  const t = useText();
  return <ToneChip tone={value ? 'good' : 'none'}>{t(value ? 'schedules.active' : 'schedules.stopped')}</ToneChip>;
}

function useColumns(): Column<Schedule>[] {
  const t = useText();
  const day = useDayNames();
  const when = (row: Schedule) =>
    row.frequency === 'weekly'
      ? t('schedules.weekly', { days: row.weekDays.map(day).join(t('schedules.comma')), time: row.time })
      : row.frequency === 'monthly'
        ? t('schedules.monthly', { day: row.dayOfMonth, time: row.time })
        : t('schedules.daily', { time: row.time });
  const people = (row: Schedule) => row.users.map((one) => one.name).join(t('schedules.comma'));
  return [
    { field: 'name', width: 2, render: (row) => <bdi>{row.name}</bdi> },
    { field: 'frequency', width: 2, render: when, text: when },
    { field: 'users', width: 2, render: (row) => <bdi>{people(row) || '–'}</bdi>, text: people },
    cell<Schedule>('active', Active, {
      width: 1,
      text: (row) => t(row.active ? 'schedules.active' : 'schedules.stopped'),
    }),
    date('nextAt', { width: 1 }),
    ago('sentAt', { width: 1 }),
  ];
}

function useActions(onOpen: Props['onOpen'], history: RowAction<Schedule>): RowAction<Schedule>[] {
  const t = useText();
  const send = useAction(api.schedule.send);
  const update = useAction(api.schedule.update);
  const { update: change, remove, send: mail } = scheduleRoutes;
  const set = (active: boolean) => (row: Schedule) => update.ask({ params: { id: row.id }, body: { active } });
  return [
    rowAction<Schedule>('edit', {
      icon: IconPencil,
      access: change.access,
      run: (row) => {
        onOpen(row);
        return undefined;
      },
    }),
    rowAction<Schedule>('send-now', {
      icon: IconSend,
      access: mail.access,
      run: (row) =>
        send
          .ask({ params: { id: row.id } })
          .then(({ recipients }) => notify({ kind: 'success', message: t('schedules.sent', { count: recipients }) })),
    }),
    rowAction<Schedule>('pause', {
      icon: IconPlayerPause,
      access: change.access,
      shown: (row) => row.active,
      run: set(false),
    }),
    rowAction<Schedule>('resume', {
      icon: IconPlayerPlay,
      access: change.access,
      shown: (row) => !row.active,
      run: set(true),
    }),
    history,
    { ...deleteRow, access: remove.access },
  ];
}
