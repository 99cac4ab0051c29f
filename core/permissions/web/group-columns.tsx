import { useMemo } from 'react';
import { appColumns, type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useText } from './api.ts';

type Row = {
  id: number;
  app: string;
  name: string;
  description: string | null;
  everyone?: boolean;
  users: readonly unknown[];
  resources: readonly { id: number | '*' }[];
  createdAt: string;
};
const { ago, link } = columnsFor<Row>();

type Options = {
  /** Where a group is edited; must be stable. */
  addressOf(group: Pick<Row, 'id' | 'app'>): string;
  /** The name of the group's app, in a list of several apps; must be stable. */
  appName?: ((group: Pick<Row, 'app'>) => string) | undefined;
};

/** What every list of groups shows: name, app, people, structures. */
export function useGroupColumns<Group extends Row>({ addressOf, appName }: Options): Column<Group>[] {
  const t = useText();
  return useMemo(() => {
    const people = (row: Row) => (row.everyone ? t('group.everyone') : t('counts.people', { count: row.users.length }));
    const structures = ({ resources }: Row) =>
      resources.some((one) => one.id === '*')
        ? t('group.allStructures')
        : t('counts.structures', { count: resources.length });
    const columns: Column<Row>[] = [
      link('name', addressOf),
      { field: 'description', width: 2, hidden: true },
      ...appColumns(appName),
      { field: 'users', width: 1, render: people, text: people },
      { field: 'resources', width: 1, render: structures, text: structures },
      ago('createdAt', { width: 1, hidden: true }),
    ];
    return columns as Column<Group>[];
  }, [t, addressOf, appName]);
}
