import { Button, Stack } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { Can, useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import {
  changesPolice,
  localityStates,
  managesStations,
  type ShownLocality,
  seesHeadquarters,
} from '../../common/police/locality.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { editStationAddress, headquartersAddress, newStationAddress } from './addresses.ts';
import { Coverage } from './Coverage.tsx';
import { useLocalityColumns } from './LocalityColumns.tsx';
import { usePoliceName } from './use-police-name.ts';

const ofHeadquarters = { kind: 'headquarters', limit: '1' } as const;
const rowActions = [
  rowAction<ShownLocality>('edit', {
    icon: IconPencil,
    access: changesPolice,
    to: (row) => editStationAddress(row.hqId ?? 0, row.id),
  }),
];

/** The stations of a headquarters: that in the address, or the caller's own. A station sees itself. */
export function StationsPage() {
  const { id } = useParams();
  const { user } = useMe().session;
  if (id !== undefined) return <StationsOf hqId={Number(id) || 0} />;
  return user.companyType === 'HQ Police Station' ? <OwnStations /> : <StationList />;
}

function OwnStations() {
  const own = useData(api.locality.list, { query: ofHeadquarters }, { silent: true });
  const [hq] = own.data?.data ?? [];
  if (own.data) return hq ? <StationsOf hqId={hq.id} /> : <StationList />;
  return (
    <PageFrame>
      <QueryBoundary of={own} />
    </PageFrame>
  );
}

function StationsOf({ hqId }: { hqId: number }) {
  const t = useText();
  const nameOf = usePoliceName();
  const tabs = useGroupTabs();
  const query = useData(api.locality.get, { params: { id: hqId } }, { silent: true });
  const parents = [{ label: t('pages.polices-head-quarter-list'), to: headquartersAddress }];
  if (!query.data)
    return (
      <PageFrame parents={parents}>
        <QueryBoundary of={query} />
      </PageFrame>
    );
  return (
    <PageFrame title={nameOf(query.data)} parents={parents} tabs={tabs} action={<AddStation hqId={hqId} />}>
      <Stack gap="md">
        <Can access={seesHeadquarters}>
          <Coverage hqId={hqId} />
        </Can>
        <Stations hqId={hqId} />
      </Stack>
    </PageFrame>
  );
}

/** All stations that the caller sees. */
function StationList() {
  const tabs = useGroupTabs();
  return (
    <PageFrame tabs={tabs}>
      <Stations />
    </PageFrame>
  );
}

function AddStation({ hqId }: { hqId: number }) {
  const t = useText();
  return (
    <Can access={managesStations}>
      <Button component={Link} to={newStationAddress(hqId)} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
        {t('police.addStation')}
      </Button>
    </Can>
  );
}

function Stations({ hqId }: { hqId?: number }) {
  const t = useText();
  const mayChange = usePermitted(changesPolice);
  const fixed = useMemo(() => ({ kind: 'local' as const, ...(hqId === undefined ? {} : { hqId }) }), [hqId]);
  const columns = useLocalityColumns((row) =>
    mayChange && row.hqId !== null ? editStationAddress(row.hqId, row.id) : null,
  );
  const filters: FiltersOf<typeof api.locality.list> = [
    {
      field: 'status',
      name: 'policeStatus',
      kind: 'select',
      options: localityStates.map((value) => ({ value, label: t(`values.policeStatus.${value}`) })),
    },
  ];
  return (
    <ListView
      of={api.locality}
      fixed={fixed}
      columns={columns}
      filters={filters}
      rowActions={rowActions}
      view="auto"
      exports
      empty="stations"
      {...(hqId === undefined ? {} : { emptyAction: <AddStation hqId={hqId} /> })}
    />
  );
}
