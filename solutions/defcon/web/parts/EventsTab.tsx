import { useMemo } from 'react';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { eventSources, type PanelEvent } from '../../common/panel/event.ts';
import { qualifiers } from '../../common/panel/words.ts';
import { api } from '../api.ts';
import { useGroupName, useZoneName } from '../panel/names.ts';
import { useText } from '../texts.ts';
import { isCode, useEventName } from './event-names.ts';

const { date } = columnsFor<PanelEvent>();
const filters: FiltersOf<typeof api.event.list> = [
  { field: 'at', kind: 'dateRange' },
  { field: 'qualifier', kind: 'select', options: qualifiers },
  { field: 'source', kind: 'select', options: eventSources },
];

/** What a panel, or one of its zones, has reported and what people have done with it, the newest first. */
export function EventsTab({ panelId, zone: of }: { panelId: number; zone?: number }) {
  const t = useText();
  const nameOf = useEventName();
  const groupName = useGroupName();
  const zoneName = useZoneName();
  const params = useMemo(() => ({ panelId, id: panelId }), [panelId]);
  const fixed = useMemo(() => (of === undefined ? {} : { zone: of }), [of]);
  const live = useMemo(() => ({ topics: [`panel:${panelId}`] }), [panelId]);
  const where = ({ zone, group }: PanelEvent) =>
    [group && groupName(group), zone && zoneName(zone)].filter(Boolean).join(' · ');
  const columns: Column<PanelEvent>[] = [
    date('at', { width: 1 }),
    { field: 'event', sortable: false, width: 3, render: (row) => <bdi>{nameOf(row)}</bdi>, text: nameOf },
    { field: 'where', sortable: false, width: 2, render: (row) => <bdi>{where(row) || '–'}</bdi>, text: where },
    {
      field: 'user',
      sortable: false,
      width: 1,
      render: ({ user }) => <bdi>{user ?? '–'}</bdi>,
      text: ({ user }) => user,
    },
    {
      field: 'code',
      sortable: false,
      width: 1,
      // Lines of people and the platform have no code.
      render: ({ code }) => <bdi dir="ltr">{isCode(code) ? code : '–'}</bdi>,
      text: ({ code }) => (isCode(code) ? code : null),
    },
    { field: 'source', sortable: false, width: 1, hidden: true },
    {
      field: 'late',
      sortable: false,
      width: 1,
      hidden: true,
      render: ({ late }) => (late ? t('late') : '–'),
      text: ({ late }) => (late ? t('late') : ''),
    },
    {
      field: 'text',
      sortable: false,
      width: 2,
      hidden: true,
      render: ({ text }) => <bdi>{text ?? '–'}</bdi>,
      text: ({ text }) => text,
    },
  ];
  return (
    <ListView
      of={api.event}
      params={params}
      fixed={fixed}
      columns={columns}
      filters={filters}
      live={live}
      empty="event"
      exports
    />
  );
}
