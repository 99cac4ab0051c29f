import { Button, Group } from '@mantine/core';
import { IconEye, IconLink, IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type BulkAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { slotUses } from '../common/counts.ts';
import type { ShownLocation } from '../common/location.ts';
import type { ShownSlot } from '../common/slot.ts';
import { pairingAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { BayLabelsButton } from './devices/BayLabelsButton.tsx';
import { BulkPanel } from './plan/BulkPanel.tsx';
import { SlotPanel } from './plan/SlotPanel.tsx';
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

/** The bays of a car park with their state now: one is opened, many are changed alike. */
export function BaysTab({ location: { id: locationId, name } }: { location: Pick<ShownLocation, 'id' | 'name'> }) {
  const t = useText();
  const fixed = useMemo(() => ({ locationId }), [locationId]);
  const [opened, setOpened] = useState<number | null>(null);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const rowActions = useMemo(
    () => [
      rowAction<ShownSlot>('open', {
        icon: IconEye,
        run({ id }) {
          setOpened(id);
          return undefined;
        },
      }),
    ],
    [],
  );
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
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        empty="slot"
        exports
      />
      {opened !== null && <SlotPanel id={opened} onClose={() => setOpened(null)} />}
      {chosen && (
        <BulkPanel
          locationId={locationId}
          ids={chosen}
          onClose={() => setChosen(null)}
          onSaved={() => setChosen(null)}
        />
      )}
    </>
  );
}
