import { type ReactNode, useMemo } from 'react';
import { deleteRow } from '#platform/web/ui/list/delete-row.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import type { PermissionGroup } from '../common/permission-group.ts';
import { useText } from './api.ts';
import type { PermissionGroupSource } from './group-calls.ts';
import { useGroupColumns } from './group-columns.tsx';

type Props = {
  source: PermissionGroupSource;
  /** Where a group is edited, with `{id}`. */
  address: string;
  emptyAction?: ReactNode;
};

const granted = (row: PermissionGroup) => Object.values(row.permissions).flat().length;

/** The permission groups of an app. */
export function PermissionGroupList({ source: { app, calls }, address, emptyAction }: Props) {
  const t = useText();
  const shared = useGroupColumns(address);
  const columns = useMemo(() => {
    const count = (row: PermissionGroup) => t('counts.permissions', { count: granted(row) });
    return [...shared, { field: 'permissions', width: 1, render: count, text: count } as const];
  }, [t, shared]);
  const actions = useMemo(() => [{ ...deleteRow, access: calls.remove.route.access }], [calls]);
  return (
    <ListView
      of={calls}
      namespace="permissions"
      table={`${app.id}_permissions_groups`}
      columns={columns}
      rowActions={actions}
      empty="permissionGroup"
      emptyAction={emptyAction}
      exports
    />
  );
}
