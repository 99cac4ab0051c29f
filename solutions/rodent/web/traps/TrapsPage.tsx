import { AddDevice } from '#core/device-app/web/parts.tsx';
import { siteColumn, useSiteFilter } from '#core/places/web/parts.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { BatteryBar } from '#platform/web/ui/values/BatteryBar.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { rodent } from '../../app.ts';
import { trapKinds, trapZones } from '../../common/trap.ts';
import { type Trap, trapStates } from '../../common/trap-routes.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { needsText, TrapNeeds } from './TrapNeeds.tsx';
import { trapTones } from './tones.ts';

const { ago, cell, link, number } = columnsFor<Trap>();
const live = { topics: ['alarms'] };

/** All traps with what they need; filtered by those that need a hand, the round of a technician. */
export function TrapsPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const site = useSiteFilter();
  const filters: FiltersOf<typeof api.trap.list> = [
    { field: 'needsHand', kind: 'boolean' },
    { field: 'structureId', ...site },
    { field: 'zone', kind: 'select', options: trapZones },
    {
      field: 'state',
      kind: 'select',
      options: trapStates.map((value) => ({ value, label: t(`values.trapState.${value}`) })),
    },
    {
      field: 'kind',
      name: 'trapKind',
      kind: 'select',
      options: trapKinds.map((value) => ({ value, label: t(`values.trapKind.${value}`) })),
    },
  ];
  const columns: Column<Trap>[] = [
    link('name', '/LessWaste/devices/details/{id}'),
    number('number', { width: 1 }),
    {
      field: 'needs',
      width: 1,
      sortable: false,
      render: ({ needs }) => <TrapNeeds needs={needs} />,
      text: ({ needs }) => needsText(t, needs),
    },
    {
      field: 'state',
      width: 1,
      sortable: false,
      render: ({ state }) => <StatusChip value={state} field="trapState" tones={trapTones} />,
      text: ({ state }) => t(`values.trapState.${state}`),
    },
    ago('lastHitAt', { width: 1 }),
    number('hits', { width: 1, hidden: true }),
    ago('lastVisitAt', { width: 1 }),
    {
      field: 'lastFinding',
      width: 1,
      hidden: true,
      render: ({ lastFinding }) => (lastFinding ? t(`values.finding.${lastFinding}`) : '–'),
      text: ({ lastFinding }) => lastFinding && t(`values.finding.${lastFinding}`),
    },
    { ...siteColumn, width: 2 },
    {
      field: 'zone',
      width: 1,
      render: ({ zone }) => t(`values.zone.${zone}`),
      text: ({ zone }) => t(`values.zone.${zone}`),
    },
    {
      field: 'kind',
      name: 'trapKind',
      width: 1,
      hidden: true,
      render: ({ kind }) => t(`values.trapKind.${kind}`),
      text: ({ kind }) => t(`values.trapKind.${kind}`),
    },
    { field: 'lure', width: 1, hidden: true, render: ({ lure }) => <bdi>{lure ?? '–'}</bdi>, text: ({ lure }) => lure },
    // A low one is among what the trap needs.
    cell('battery', BatteryBar, { width: 1, hidden: true, text: ({ battery }: Trap) => battery }),
  ];
  return (
    <ListPage
      of={api.trap}
      tabs={tabs}
      columns={columns}
      filters={filters}
      exports
      live={live}
      empty="trap"
      emptyAction={<AddDevice apps={[rodent]} />}
    />
  );
}
