import { useMemo } from 'react';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { useText } from './api.ts';

type Row = {
  name: string;
  description: string | null;
  users: readonly unknown[];
  resources: readonly { id: number | '*' }[];
  createdAt: string;
};
const { ago, link } = columnsFor<Row>();

/** What every list of groups shows: name, people, structures. `address` is where a group is edited, with `{id}`. */
export function useGroupColumns<Group extends Row>(address: string): Column<Group>[] {
  const t = useText();
  return useMemo(() => {
    const people = (row: Row) => t('counts.people', { count: row.users.length });
    const structures = ({ resources }: Row) =>
      resources.some((one) => one.id === '*')
        ? t('group.allStructures')
        : t('counts.structures', { count: resources.length });
    const columns: Column<Row>[] = [
      link('name', address),
      { field: 'description', width: 2, hidden: true },
      { field: 'users', width: 1, render: people, text: people },
      { field: 'resources', width: 1, render: structures, text: structures },
      ago('createdAt', { width: 1, hidden: true }),
    ];
    return columns as Column<Group>[];
  }, [t, address]);
}
