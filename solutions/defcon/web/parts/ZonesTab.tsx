import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { useRowPanel } from '#platform/web/ui/list/rows/use-row-panel.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { detectors, reactions } from '../../common/panel/words.ts';
import type { Zone } from '../../common/panel/zone.ts';
import { type ZoneCondition, zoneConditions } from '../../common/zones/zone-desk.ts';
import { api } from '../api.ts';
import { useZoneName } from '../panel/names.ts';
import { useText } from '../texts.ts';
import { conditionTones } from '../zones/tones.ts';
import { ZoneForm } from './ZoneForm.tsx';

const { ago, cell, number } = columnsFor<Zone>();
const filters: FiltersOf<typeof api.zone.list> = [
  { field: 'open', kind: 'boolean' },
  { field: 'bypassed', kind: 'boolean' },
  { field: 'fault', kind: 'boolean' },
  { field: 'detector', kind: 'select', options: detectors },
  { field: 'reaction', kind: 'select', options: reactions },
];
/** What a zone is in, the gravest first. */
const conditionOf = (zone: Zone): ZoneCondition =>
  zoneConditions.find((one) => one !== 'normal' && zone[one]) ?? 'normal';

/** The zones of a panel with their state. */
export function ZonesTab({ panelId }: { panelId: number }) {
  const t = useText();
  const nameOf = useZoneName();
  const params = useMemo(() => ({ panelId }), [panelId]);
  const live = useMemo(() => ({ topics: [`panel:${panelId}`] }), [panelId]);
  const { add, rowActions, bulkActions, panel } = useRowPanel<Zone>(api.zone, {
    params,
    namespace: 'defcon',
    addLabel: t('addZone'),
    form: (before, close) => <ZoneForm panelId={panelId} before={before} onClose={close} />,
  });
  const columns: Column<Zone>[] = [
    number('number', { width: 1 }),
    { field: 'name', width: 2, names: true, render: (zone) => <bdi>{nameOf(zone)}</bdi>, text: nameOf },
    {
      field: 'condition',
      sortable: false,
      width: 1,
      render: (zone) => (
        <ToneChip tone={conditionTones[conditionOf(zone)]}>{t(`values.condition.${conditionOf(zone)}`)}</ToneChip>
      ),
      text: (zone) => t(`values.condition.${conditionOf(zone)}`),
    },
    { field: 'detector', sortable: false, width: 1 },
    { field: 'reaction', sortable: false, width: 1 },
    {
      field: 'groups',
      sortable: false,
      width: 1,
      render: ({ groups }) => groups.join(', ') || '–',
      text: ({ groups }) => groups.join(', '),
    },
    cell('battery', BatteryBar, { width: 1, sortable: false, text: ({ battery }: Zone) => battery }),
    ago('changedAt', { width: 1 }),
  ];
  return (
    <Stack gap="md">
      <div>{add}</div>
      <ListView
        of={api.zone}
        params={params}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        bulkActions={bulkActions}
        live={live}
        empty="zone"
        exports
      />
      {panel}
    </Stack>
  );
}
