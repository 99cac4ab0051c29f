import { Select } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { notify } from '#platform/web/client/notices.ts';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { appColumns, type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useDayNames } from '#platform/web/ui/time/WeekDays.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { frequencies, type MailPlan, mailPlanRoutes } from '../common/mail-plan.ts';
import { api } from './api.ts';
import { MailPlanPanel } from './MailPlanPanel.tsx';
import { peopleOf } from './people-of.ts';
import { useText } from './texts.ts';

const { ago, cell, date } = columnsFor<MailPlan>();

const ownFilters = [
  { field: 'frequency', kind: 'select', options: frequencies },
  { field: 'active', kind: 'boolean' },
] as const;

type Props = { apps: readonly AppManifest[]; chosen: readonly AppManifest[] };

/** The list of the mail plans of apps and its add button, for the page that shows them. */
export function useMailPlanList({ apps, chosen }: Props): { add: ReactNode; list: ReactNode } {
  const t = useText();
  const { company } = useMe();
  const { filters: byApp, nameOf } = useAppFilter(apps);
  const filters = useMemo(() => [...byApp, ...ownFilters], [byApp]);
  const columns = useColumns(apps.length > 1 ? nameOf : undefined);
  const { rowActions, bulkActions, panel, ...rows } = useRowPanel<MailPlan>(api.mailPlan, {
    namespace: 'mail-plans',
    addLabel: t('mailPlans.create'),
    actions: useActions(),
    form: (before, close) =>
      company && (
        <MailPlanOfApp
          apps={before ? apps.filter(({ id }) => id === before.app) : chosen}
          companyId={company.id}
          before={before}
          onClose={close}
        />
      ),
  });
  // The recipients are people of one company.
  const add = company && chosen.length > 0 && rows.add;
  return {
    add,
    list: (
      <>
        <ListView
          empty="mailPlan"
          emptyDrawing="job"
          of={api.mailPlan}
          table="core_alarms_schedules"
          columns={columns}
          filters={filters}
          rowActions={rowActions}
          bulkActions={bulkActions}
          emptyAction={add}
          exports
        />
        {panel}
      </>
    ),
  };
}

type PlanProps = {
  apps: readonly AppManifest[];
  companyId: number;
  before: MailPlan | undefined;
  onClose(): void;
};

/** The form of a mail plan; the app of a new one is chosen in it if there are several. */
function MailPlanOfApp({ apps, ...props }: PlanProps) {
  const t = useText();
  const nameOf = useAppNames(apps);
  const [id, setId] = useState(apps[0]?.id);
  const app = apps.find((one) => one.id === id);
  const people = app && peopleOf(app);
  if (!app || !people) return null;
  return (
    <MailPlanPanel key={app.id} app={app} people={people} {...props}>
      {apps.length > 1 && (
        <Select
          label={t('columns.app')}
          data={apps.map((one) => ({ value: one.id, label: nameOf(one) }))}
          value={app.id}
          allowDeselect={false}
          onChange={(next) => setId(next ?? app.id)}
        />
      )}
    </MailPlanPanel>
  );
}

function Active({ value }: { value: boolean; row: MailPlan }) {
  const t = useText();
  return <ToneChip tone={value ? 'good' : 'none'}>{t(value ? 'mailPlans.active' : 'mailPlans.stopped')}</ToneChip>;
}

function useColumns(appName: ((row: MailPlan) => string) | undefined): Column<MailPlan>[] {
  const t = useText();
  const day = useDayNames();
  const when = (row: MailPlan) =>
    row.frequency === 'weekly'
      ? t('mailPlans.weekly', { days: row.weekDays.map(day).join(t('mailPlans.comma')), time: row.time })
      : row.frequency === 'monthly'
        ? t('mailPlans.monthly', { day: row.dayOfMonth, time: row.time })
        : t('mailPlans.daily', { time: row.time });
  const people = (row: MailPlan) => row.users.map((user) => user.name).join(t('mailPlans.comma'));
  return [
    { field: 'name', width: 2, render: (row) => <bdi>{row.name}</bdi> },
    ...appColumns(appName),
    { field: 'report', width: 1 },
    { field: 'frequency', width: 2, render: when, text: when },
    { field: 'users', width: 2, render: (row) => <bdi>{people(row) || '–'}</bdi>, text: people },
    cell('active', Active, {
      width: 1,
      text: (row) => t(row.active ? 'mailPlans.active' : 'mailPlans.stopped'),
    }),
    date('nextAt', { width: 1 }),
    ago('sentAt', { width: 1 }),
  ];
}

function useActions(): RowAction<MailPlan>[] {
  const t = useText();
  const send = useAction(api.mailPlan.send);
  const update = useAction(api.mailPlan.update);
  const set = (active: boolean) => (row: MailPlan) =>
    update.ask({ params: { id: row.id }, body: { active }, silent: 'success' });
  const access = mailPlanRoutes.update.access;
  return [
    rowAction<MailPlan>('send-now', {
      icon: IconSend,
      access: mailPlanRoutes.send.access,
      run: (row) =>
        send
          .ask({ params: { id: row.id } })
          .then(({ recipients }) => notify({ kind: 'success', message: t('mailPlans.sent', { count: recipients }) })),
    }),
    rowAction<MailPlan>('pause', {
      icon: IconPlayerPause,
      access,
      updates: true,
      shown: (row) => row.active,
      run: set(false),
    }),
    rowAction<MailPlan>('resume', {
      icon: IconPlayerPlay,
      access,
      updates: true,
      shown: (row) => !row.active,
      run: set(true),
    }),
  ];
}
