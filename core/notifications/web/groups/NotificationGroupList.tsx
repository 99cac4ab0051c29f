import { type ReactNode, useMemo } from 'react';
import { useGroupColumns } from '#core/permissions/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import type { RowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { isMuted, type NotificationGroup } from '../../common/notification-group.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { MuteChip } from './MuteChip.tsx';
import { editAddressOf, mayWithGroups } from './source.ts';

const { cell } = columnsFor<NotificationGroup>();

const kindsIn = ({ notifications }: NotificationGroup) =>
  new Set(Object.values(notifications).flatMap((methods) => Object.values(methods ?? {}).flat())).size;

const MuteState = ({ row }: { value: unknown; row: NotificationGroup }) => <MuteChip until={row.mutedUntil} />;

const addressOf = editAddressOf('notification');
const rowActions: RowAction<NotificationGroup>[] = [
  {
    ...(deleteRow as RowAction<NotificationGroup>),
    shown: ({ app }) => mayWithGroups({ id: app }, 'notification', 'delete'),
  },
];

/** The notification groups of apps. With a single app there is no filter by app. */
export function NotificationGroupList({ apps, emptyAction }: { apps: readonly AppManifest[]; emptyAction: ReactNode }) {
  const t = useText();
  const { filters, nameOf } = useAppFilter(apps);
  const [only, ...others] = apps;
  const several = others.length > 0;
  const fixed = useMemo(() => (only && !several ? { app: only.id } : undefined), [only, several]);
  const sharedColumns = useGroupColumns<NotificationGroup>({ addressOf, appName: several ? nameOf : undefined });
  const columns = useMemo(() => {
    const count = (row: NotificationGroup) => t('groups.kinds', { count: kindsIn(row) });
    const muteText = (row: NotificationGroup) => t(isMuted(row.mutedUntil) ? 'mute.muted' : 'mute.notified');
    return [
      ...sharedColumns,
      { field: 'notifications', width: 1, render: count, text: count } as const,
      cell('mutedUntil', MuteState, { width: 1, text: muteText }),
    ];
  }, [t, sharedColumns]);
  return (
    <ListView
      of={api.deskGroup}
      namespace="notifications"
      table={`${several ? 'core' : only?.id}_alarms_groups`}
      {...(fixed ? { fixed } : {})}
      columns={columns}
      filters={filters}
      rowActions={rowActions}
      empty="notificationGroup"
      emptyAction={emptyAction}
      exports
      fresh
    />
  );
}
