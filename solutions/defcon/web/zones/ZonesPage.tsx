import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { siteColumn } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { detectors, reactions } from '../../common/panel/words.ts';
import { type DeskZone, zoneConditions } from '../../common/zones/zone-desk.ts';
import { api } from '../api.ts';
import { useZoneName } from '../panel/names.ts';
import { useText } from '../texts.ts';
import { zoneAddress } from './addresses.ts';
import { conditionTones } from './tones.ts';
import { ZoneSite } from './ZoneSite.tsx';
import { ZoneTree } from './ZoneTree.tsx';

const { ago, cell, number } = columnsFor<DeskZone>();
const silent = { silent: true } as const;
const live = {
  topics: (rows: DeskZone[]) => [
    ...new Set(rows.filter(({ side }) => side !== 'tenant').map(({ panelId }) => `panel:${panelId}`)),
  ],
};

/** The zones of all panels that the company has or watches, and those that it rents. */
export function ZonesPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const nameOf = useZoneName();
  const phone = usePhone();
  const choices = useData(api.zoneDesk.params, {}, silent);
  const options = (all: readonly { id: number; name: string }[] = []) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  const filters: FiltersOf<typeof api.zoneDesk.list> = [
    { field: 'condition', kind: 'select', options: zoneConditions },
    { field: 'structureId', kind: 'select', options: options(choices.data?.structures) },
    { field: 'panelId', kind: 'select', options: options(choices.data?.panels) },
    { field: 'detector', kind: 'select', options: detectors },
    { field: 'reaction', kind: 'select', options: reactions },
  ];
  const columns: Column<DeskZone>[] = [
    {
      field: 'name',
      width: 2,
      names: true,
      render: (zone) => (
        <Anchor component={Link} to={zoneAddress(zone.id)} inherit>
          <bdi>{nameOf(zone)}</bdi>
        </Anchor>
      ),
      text: nameOf,
    },
    {
      field: 'condition',
      sortable: false,
      width: 1,
      render: ({ condition }) => <StatusChip value={condition} field="condition" tones={conditionTones} />,
      text: ({ condition }) => t(`values.condition.${condition}`),
    },
    {
      field: 'panelId',
      sortable: false,
      width: 2,
      render: ({ panel }) => <bdi>{panel.name}</bdi>,
      text: ({ panel }) => panel.name,
    },
    { ...siteColumn, sortable: false, width: 1, render: (zone) => <ZoneSite zone={zone} inRow /> },
    { field: 'detector', sortable: false, width: 1 },
    { field: 'reaction', sortable: false, width: 1 },
    {
      field: 'groups',
      sortable: false,
      width: 1,
      render: ({ groups }) => groups.join(', ') || '–',
      text: ({ groups }) => groups.join(', '),
    },
    cell('battery', BatteryBar, { width: 1, sortable: false, text: ({ battery }: DeskZone) => battery }),
    ago('changedAt', { width: 1 }),
    number('number', { width: 1, sortable: false, hidden: true }),
  ];
  return (
    <ListPage
      tabs={tabs}
      of={api.zoneDesk}
      columns={columns}
      filters={filters}
      live={live}
      exports
      empty="zones"
      {...(phone ? {} : { aside: <ZoneTree /> })}
    />
  );
}
