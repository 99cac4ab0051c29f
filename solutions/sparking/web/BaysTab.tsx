import { Button, Group } from '@mantine/core';
import { IconCalendarPlus, IconEye, IconLink, IconPencil, IconSortAscendingNumbers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAllRows, useFloors } from '#core/places/web/parts.tsx';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { slotUses } from '../common/counts.ts';
import type { ShownLocation } from '../common/location.ts';
import { type ShownSlot, slotStates } from '../common/slot.ts';
import { pairingAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { BayLabelsButton } from './devices/BayLabelsButton.tsx';
import { BulkPanel } from './plan/BulkPanel.tsx';
import { RenumberForm } from './plan/RenumberForm.tsx';
import { SlotPanel } from './plan/SlotPanel.tsx';
import { ReserveForm } from './reservations/ReserveForm.tsx';
import { slotTones } from './slot-tones.ts';

const { ago, date, link } = columnsFor<ShownSlot>();
const columns = [
  {
    field: 'state',
    width: 1,
    render: ({ state }: ShownSlot) => <StatusChip value={state} field="state" tones={slotTones} />,
  },
  ago('since'),
  { field: 'use', sortable: false },
  'group',
  { field: 'floor', sortable: false, hidden: true },
  { field: 'device', sortable: false },
  date('reservation.until', { name: 'reservedUntil', sortable: false, hidden: true }),
] as const;

type Props = { location: Pick<ShownLocation, 'id' | 'companyId' | 'name'> };

/** The bay that is opened is in the address, next to the filters. */
function useOpened() {
  const [search, setSearch] = useSearchParams();
  const searchWith = (id: number | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('bay');
    else next.set('bay', String(id));
    return next;
  };
  const addressOf = ({ id }: Pick<ShownSlot, 'id'>) => `?${searchWith(id)}`;
  return {
    opened: Number(search.get('bay')) || null,
    close: () => setSearch(searchWith(null), { replace: true }),
    addressOf,
  };
}

/** The options of groups and floors are those of the car park. */
function useFilters({ id: locationId, companyId }: Props['location']): FiltersOf<typeof api.slot.list> {
  const { rows: groups } = useAllRows(api.group.list, { filter: { locationId: [String(locationId)] } });
  // A bay may be on another floor than the rest of its group.
  const { rows: ofStructure } = useFloors({ companyId, id: locationId });
  return useMemo(() => {
    const ofGroups = groups.flatMap(({ floor }) => floor ?? []);
    const floors = new Map([...ofStructure, ...ofGroups].map((floor) => [floor.id, floor]));
    const optionsOf = (rows: Iterable<{ id: number; name: string }>) =>
      [...rows].map(({ id, name }) => ({ value: String(id), label: name }));
    return [
      { field: 'state', kind: 'select', options: slotStates },
      { field: 'groupId', kind: 'select', options: optionsOf(groups), show: groups.length > 1 },
      { field: 'floorId', kind: 'select', options: optionsOf(floors.values()), show: floors.size > 1 },
      { field: 'use', kind: 'select', options: slotUses },
    ];
  }, [groups, ofStructure]);
}

/** The bays of a car park with their state now: one is opened, many are changed alike. */
export function BaysTab({ location }: Props) {
  const { id: locationId, name } = location;
  const t = useText();
  const fixed = useMemo(() => ({ locationId }), [locationId]);
  const { opened, close, addressOf } = useOpened();
  const filters = useFilters(location);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [renumbered, setRenumbered] = useState<readonly number[] | null>(null);
  const [reserved, setReserved] = useState<readonly ShownSlot[] | null>(null);
  const rowActions = [rowAction<ShownSlot>('open', { icon: IconEye, to: addressOf })];
  const bulkActions = useMemo(
    (): BulkAction<ShownSlot>[] => [
      {
        key: 'edit',
        icon: IconPencil,
        access: api.slot.bulk.route.access,
        async run(rows) {
          setChosen(rows.map(({ id }) => id));
        },
      },
      {
        key: 'renumber',
        icon: IconSortAscendingNumbers,
        access: api.slot.renumber.route.access,
        async run(rows) {
          setRenumbered(rows.map(({ id }) => id));
        },
      },
      {
        key: 'reserve',
        icon: IconCalendarPlus,
        access: api.reservation.reserve.route.access,
        async run(rows) {
          setReserved(rows);
        },
      },
    ],
    [],
  );
  return (
    <>
      <Group gap="xs">
        <Can access={api.pairing.pair.route.access} on={{ resource: locationId }}>
          <Button
            component={Link}
            to={pairingAddress(locationId)}
            variant="default"
            leftSection={<IconLink size={iconSizes.md} aria-hidden />}
          >
            {t('pair.title')}
          </Button>
        </Can>
        <BayLabelsButton locationId={locationId} name={name} />
      </Group>
      <ListView
        of={{ list: api.slot.list }}
        fixed={fixed}
        columns={[link('number', addressOf), ...columns]}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        empty="slot"
        exports
      />
      {opened !== null && <SlotPanel id={opened} onClose={close} />}
      {chosen && (
        <BulkPanel
          locationId={locationId}
          ids={chosen}
          onClose={() => setChosen(null)}
          onSaved={() => setChosen(null)}
        />
      )}
      {renumbered && (
        <RenumberForm of={{ ids: renumbered }} count={renumbered.length} onClose={() => setRenumbered(null)} />
      )}
      {reserved && <ReserveForm locationId={locationId} bays={reserved} onClose={() => setReserved(null)} />}
    </>
  );
}
