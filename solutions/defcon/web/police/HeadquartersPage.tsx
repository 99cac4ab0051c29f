import { Button, Stack } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { AreasMap } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { Column } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { createsHeadquarters, type ShownLocality } from '../../common/police/locality.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { editHeadquartersAddress, newHeadquartersAddress, stationsAddress } from './addresses.ts';
import { useLocalityColumns } from './LocalityColumns.tsx';
import { usePoliceName } from './use-police-name.ts';

const fixed = { kind: 'headquarters' } as const;
const rowActions = [
  rowAction<ShownLocality>('edit', {
    icon: IconPencil,
    access: createsHeadquarters,
    to: (row) => editHeadquartersAddress(row.id),
  }),
];

/** Police headquarters on a map and in a list. */
export function HeadquartersPage() {
  const tabs = useGroupTabs();
  const columns: Column<ShownLocality>[] = [
    ...useLocalityColumns((row) => stationsAddress(row.id)),
    {
      field: 'stations',
      width: 1,
      render: ({ stations }) => <Bdi>{stations ?? '–'}</Bdi>,
      text: ({ stations }) => stations,
    },
    { field: 'country', width: 1, render: ({ country }) => <bdi>{country.name}</bdi>, text: (row) => row.country.name },
  ];
  return (
    <PageFrame tabs={tabs} action={<AddHeadquarters />}>
      <Stack gap="md">
        <HeadquartersMap />
        <ListView
          of={api.locality}
          fixed={fixed}
          columns={columns}
          rowActions={rowActions}
          view="auto"
          exports
          empty="headquarters"
          emptyAction={<AddHeadquarters />}
        />
      </Stack>
    </PageFrame>
  );
}

function AddHeadquarters() {
  const t = useText();
  return (
    <Can access={createsHeadquarters}>
      <Button component={Link} to={newHeadquartersAddress} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('police.addHeadquarters')}
      </Button>
    </Can>
  );
}

function HeadquartersMap() {
  const t = useText();
  const nameOf = usePoliceName();
  const query = useData(api.locality.areas, { query: fixed }, { silent: true });
  const areas = useMemo(
    () =>
      (query.data ?? []).map(({ id, status, polygons, ...names }) => ({
        id,
        polygons,
        name: nameOf(names),
        tone: status === 'active' ? ('accent' as const) : ('plain' as const),
      })),
    [query.data, nameOf],
  );
  if (query.data?.length === 0) return null;
  return (
    <Panel title={t('police.map')}>
      {query.data ? <AreasMap label={t('police.map')} areas={areas} /> : <QueryBoundary of={query} />}
    </Panel>
  );
}
