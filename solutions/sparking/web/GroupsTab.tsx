import { IconSortAscendingNumbers, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { groupKinds, type ShownGroup } from '../common/group.ts';
import { api, useText } from './api.ts';
import { FillBar } from './FillBar.tsx';
import { GroupForm } from './GroupForm.tsx';
import { RenumberForm } from './plan/RenumberForm.tsx';
import { RemoveGroup } from './RemoveGroup.tsx';

const { number } = columnsFor<ShownGroup>();
const columns = [
  { field: 'name', width: 2 },
  'kind',
  {
    field: 'fill',
    width: 3,
    sortable: false,
    render: (row: ShownGroup) => <FillBar of={row} compact />,
    text: ({ free, total }: ShownGroup) => `${free} / ${total}`,
  },
  number('free', { sortable: false }),
  number('total', { sortable: false }),
  { field: 'floor', hidden: true, sortable: false },
] as const;
const filters: FiltersOf<typeof api.group.list> = [{ field: 'kind', kind: 'select', options: groupKinds }];

/** The groups of a car park. */
export function GroupsTab({ locationId }: { locationId: number }) {
  const t = useText();
  const fixed = useMemo(() => ({ locationId }), [locationId]);
  const { add, rowActions, panel } = useRowPanel<ShownGroup>(api.group, {
    namespace: 'sparking',
    addLabel: t('addGroup'),
    form: (before, close) => <GroupForm locationId={locationId} before={before} onClose={close} />,
  });
  const [renumbered, setRenumbered] = useState<ShownGroup | null>(null);
  const [removed, setRemoved] = useState<ShownGroup | null>(null);
  // In the place of the usual removal, because its bays need another group.
  const actions = useMemo(
    () => [
      ...rowActions.filter(({ removes }) => !removes),
      rowAction<ShownGroup>('renumber', {
        icon: IconSortAscendingNumbers,
        access: api.slot.renumber.route.access,
        run(row) {
          setRenumbered(row);
          return undefined;
        },
      }),
      rowAction<ShownGroup>('delete', {
        icon: IconTrash,
        danger: true,
        access: api.group.remove.route.access,
        run(row) {
          setRemoved(row);
          return undefined;
        },
      }),
    ],
    [rowActions],
  );
  return (
    <>
      <div>{add}</div>
      <ListView of={api.group} fixed={fixed} columns={columns} filters={filters} rowActions={actions} empty="group" />
      {panel}
      {renumbered && (
        <RenumberForm
          of={{ groupId: renumbered.id }}
          count={renumbered.byUse.reduce((sum, { total }) => sum + total, renumbered.outOfService)}
          onClose={() => setRenumbered(null)}
        />
      )}
      {removed && <RemoveGroup group={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
