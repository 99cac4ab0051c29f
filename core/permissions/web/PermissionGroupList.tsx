import { type ReactNode, useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { deleteRow } from '#platform/web/ui/list/rows/delete-row.ts';
import type { RowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { PermissionGroup } from '../common/permission-group.ts';
import { api, useText } from './api.ts';
import { useGroupColumns } from './group-columns.tsx';

type Props = {
  apps: readonly AppManifest[];
  /** Where a group is edited; must be stable. */
  addressOf(group: Pick<PermissionGroup, 'id' | 'app'>): string;
  emptyAction?: ReactNode;
};

const granted = (row: PermissionGroup) => Object.values(row.permissions).flat().length;

const rowActions: RowAction<PermissionGroup>[] = [
  {
    ...(deleteRow as RowAction<PermissionGroup>),
    shown: ({ app }) => currentDenial(canDo(`${app}.permissions-group`, 'delete'), { app }) === null,
  },
];

/** The permission groups of all apps. */
export function PermissionGroupList({ apps, addressOf, emptyAction }: Props) {
  const t = useText();
  const { filters, nameOf } = useAppFilter(apps);
  const shared = useGroupColumns<PermissionGroup>({ addressOf, appName: apps.length > 1 ? nameOf : undefined });
  const columns = useMemo(() => {
    const count = (row: PermissionGroup) => t('counts.permissions', { count: granted(row) });
    return [...shared, { field: 'permissions', width: 1, render: count, text: count } as const];
  }, [t, shared]);
  return (
    <ListView
      of={api.deskGroup}
      namespace="permissions"
      table="core_permissions_groups"
      columns={columns}
      filters={filters}
      rowActions={rowActions}
      empty="permissionGroup"
      emptyAction={emptyAction}
      exports
      fresh
    />
  );
}
