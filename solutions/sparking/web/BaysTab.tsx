import { useMemo } from 'react';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { slotUses } from '../common/counts.ts';
import type { ShownSlot } from '../common/slot.ts';
import { api } from './api.ts';
import { slotTones } from './slot-tones.ts';

const { ago, code } = columnsFor<ShownSlot>();
const columns = [
  code('number'),
  {
    field: 'state',
    width: 1,
    sortable: false,
    render: ({ state }: ShownSlot) => <StatusChip value={state} field="state" tones={slotTones} />,
  },
  ago('since', { sortable: false }),
  { field: 'use', sortable: false },
  { field: 'group', sortable: false },
  { field: 'floor', sortable: false, hidden: true },
  { field: 'device', sortable: false },
] as const;
const filters: FiltersOf<typeof api.slot.list> = [{ field: 'use', kind: 'select', options: slotUses }];

/** The bays of a car park with their state now. */
export function BaysTab({ locationId }: { locationId: number }) {
  const fixed = useMemo(() => ({ locationId }), [locationId]);
  return (
    <ListView of={{ list: api.slot.list }} fixed={fixed} columns={columns} filters={filters} empty="slot" exports />
  );
}
