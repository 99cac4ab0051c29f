import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { api, useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';
import { GeofencesMap } from './GeofencesMap.tsx';
import {
  AddGeofence,
  geofenceBulkActions,
  geofenceFilters,
  geofenceRowActions,
  useGeofenceColumns,
} from './use-geofence-list.tsx';

const tabNames = ['list', 'map'] as const;

/** The geofences of a company as a list or on a map. */
export function GeofencesPage() {
  return <ForCompany>{(companyId) => <Geofences key={companyId} companyId={companyId} />}</ForCompany>;
}

function Geofences({ companyId }: { companyId: number }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const fixed = useMemo(() => ({ companyId }), [companyId]);
  const columns = useGeofenceColumns();
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'list';
  const tabs = {
    tab,
    tabs: tabNames.map((value) => ({ value, label: t(`geofenceTabs.${value}`) })),
    onTab: (value: string) => setSearch(value === 'list' ? {} : { tab: value }),
  };
  if (tab === 'map')
    return (
      <PageFrame {...tabs} action={<AddGeofence />} fill>
        <GeofencesMap />
      </PageFrame>
    );
  return (
    <ListPage
      {...tabs}
      of={api.geofence}
      fixed={fixed}
      columns={columns}
      filters={geofenceFilters}
      rowActions={geofenceRowActions}
      bulkActions={geofenceBulkActions}
      view="auto"
      exports
      action={<AddGeofence />}
      empty="geofence"
      emptyAction={<AddGeofence />}
    />
  );
}
