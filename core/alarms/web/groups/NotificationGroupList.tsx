import { type ReactNode, useMemo } from 'react';
import { useGroupColumns } from '#core/permissions/web/parts.tsx';
import { columnsFor } from '#platform/web/ui/list/columns.tsx';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { isMuted, type NotificationGroup } from '../../common/notification-group.ts';
import { useText } from '../texts.ts';
import { MuteChip } from './MuteChip.tsx';
import { addressesOf, type NotificationSource } from './source.ts';

const { cell } = columnsFor<NotificationGroup>();

const kindsIn = ({ notifications }: NotificationGroup) =>
  new Set(Object.values(notifications).flatMap((methods) => Object.values(methods ?? {}).flat())).size;

const MuteState = ({ row }: { value: unknown; row: NotificationGroup }) => <MuteChip until={row.mutedUntil} />;

/** The notification groups of an app. */
export function NotificationGroupList({ source, emptyAction }: { source: NotificationSource; emptyAction: ReactNode }) {
  const t = useText();
  const { app, notification: calls } = source;
  const sharedColumns = useGroupColumns(addressesOf(source).edit('notification'));
  const columns = useMemo(() => {
    const count = (row: NotificationGroup) => t('groups.kinds', { count: kindsIn(row) });
    const muteText = (row: NotificationGroup) => t(isMuted(row.mutedUntil) ? 'mute.muted' : 'mute.notified');
    return [
      ...sharedColumns,
      { field: 'notifications', width: 1, render: count, text: count } as const,
      cell('mutedUntil', MuteState, { width: 1, text: muteText }),
    ];
  }, [t, sharedColumns]);
  const actions = useMemo(() => [{ ...deleteRow, access: calls.remove.route.access }], [calls]);
  return (
    <ListView
      of={calls}
      namespace="alarms"
      table={`${app.id}_alarms_groups`}
      columns={columns}
      rowActions={actions}
      empty="notificationGroup"
      emptyAction={emptyAction}
      exports
    />
  );
}
