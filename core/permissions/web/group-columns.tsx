import { useMemo } from 'react';
import { ago, type Column, link } from '#platform/web/ui/list/columns.tsx';
import { useText } from './api.ts';

type Row = { users: readonly unknown[]; resources: readonly { id: number | '*' }[] };

/** What every list of groups shows: name, people, structures. `address` is where a group is edited, with `{id}`. */
export function useGroupColumns(address: string): Column[] {
  const t = useText();
  return useMemo(() => {
    const people = (row: Row) => t('counts.people', { count: row.users.length });
    const structures = ({ resources }: Row) =>
      resources.some((one) => one.id === '*')
        ? t('group.allStructures')
        : t('counts.structures', { count: resources.length });
    return [
      link('name', address),
      { field: 'description', width: 2, hidden: true },
      { field: 'users', width: 1, render: people, text: people },
      { field: 'resources', width: 1, render: structures, text: structures },
      ago('createdAt', { width: 1, hidden: true }),
    ];
  }, [t, address]);
}
