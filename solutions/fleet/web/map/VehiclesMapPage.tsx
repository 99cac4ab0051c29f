import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { GroupSelect } from '#core/groups/web/parts.tsx';
import { geofence } from '#core/places/common/geofence.ts';
import { GeofenceLayer } from '#core/places/web/parts.tsx';
import { columnsOfMoving, movingThings, withMoved } from '#core/tracking/common/moving.ts';
import { MovingMap, useMoves } from '#core/tracking/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type VehicleMap, vehicleGroupRoutes } from '../../common/vehicle/routes.ts';
import { vehicleAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Vehicles also go offline or get alarms while they stand. */
const wholeMs = 60_000;

/** All vehicles with a place, live, or those of a group (`?group=`). */
export function VehiclesMapPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const [params, setParams] = useSearchParams();
  const group = params.get('group');
  const request = useMemo(() => ({ query: group === null ? {} : { groupIds: group } }), [group]);
  const query = useData(api.vehicleMap.map, request, { refetchInterval: wholeMs });
  useMoves<VehicleMap>({
    of: api.vehicleMap.map.key(request),
    read: (since) => api.vehicleMap.map.send({ query: { ...request.query, since }, silent: true }),
    merged: (before, moved) => ({
      ...before,
      ...columnsOfMoving(withMoved(movingThings(before), movingThings(moved))),
      until: moved.until,
    }),
  });
  const choose = (id: number | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('group');
        else next.set('group', String(id));
        return next;
      },
      { replace: true },
    );
  return (
    <PageFrame fill tabs={tabs} title={t('map.title')}>
      {query.data === undefined ? (
        <QueryBoundary of={query} />
      ) : query.data.id.length === 0 && group === null ? (
        <EmptyState drawing="map" title={t('map.empty.title')} text={t('map.empty.text')} />
      ) : (
        <Vehicles key={group} map={query.data} group={group === null ? null : Number(group)} onGroup={choose} />
      )}
    </PageFrame>
  );
}

type Props = { map: VehicleMap; group: number | null; onGroup(id: number | null): void };

function Vehicles({ map, group, onGroup }: Props) {
  const t = useText();
  const things = useMemo(() => movingThings(map), [map]);
  const mayReadFences = usePermitted(geofence.can('read'));
  const mayReadGroups = usePermitted(vehicleGroupRoutes.list.access);
  const layers = useMemo(
    () => (mayReadFences ? [{ id: 'geofences', label: t('map.geofences'), layer: <GeofenceLayer /> }] : []),
    [mayReadFences, t],
  );
  return (
    <MovingMap
      things={things}
      addressOf={({ id }) => vehicleAddress(id)}
      layers={layers}
      note={map.truncated ? t('map.truncated') : null}
      filters={
        mayReadGroups && <GroupSelect of={api.vehicleGroup} label={t('map.group')} value={group} onChange={onGroup} />
      }
    />
  );
}
