import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { geofencesAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';
import type { Geofence } from './geofence.ts';

type Props = { children: (geofence: Geofence) => ReactNode };

/** Loads the geofence in the address, or shows why that is not possible. */
export function GeofenceFromAddress({ children }: Props) {
  return <ForCompany>{(companyId) => <LoadedGeofence companyId={companyId}>{children}</LoadedGeofence>}</ForCompany>;
}

function LoadedGeofence({ companyId, children }: Props & { companyId: number }) {
  const t = useText();
  const id = Number(useParams().id) || 0;
  const query = useData(api.geofence.get, { params: { id } }, { silent: true, enabled: id > 0 });
  if (query.data?.companyId === companyId) return children(query.data);
  const gone =
    id === 0 || query.data !== undefined || (query.error instanceof RequestError && query.error.status === 404);
  return (
    <PageFrame parents={[{ label: t('pages.geofence-list'), to: geofencesAddress }]}>
      {gone ? (
        <EmptyState drawing="map" title={t('geofenceGone.title')} text={t('geofenceGone.text')} />
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
