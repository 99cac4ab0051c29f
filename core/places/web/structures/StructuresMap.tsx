import { Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLargestCities } from '#core/countries/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { sizes } from '#platform/web/theme.ts';
import { FilteredView } from '#platform/web/ui/list/filters/FilteredView.tsx';
import type { Filter } from '#platform/web/ui/list/filters/filters.ts';
import { type ListState, listRequestOf } from '#platform/web/ui/list/list-state.ts';
import { useListState } from '#platform/web/ui/list/use-list-state.ts';
import type { Location } from '#platform/web/ui/map/location.ts';
import { WorldMap } from '#platform/web/ui/map/WorldMap.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { structure } from '../../common/structure.ts';
import { api, useText } from '../api.ts';
import { SiteTonesLegend } from '../SiteTones.tsx';
import { useSiteTones } from '../use-site-tones.ts';
import classes from './StructuresMap.module.css';
import { StructuresSplitView } from './StructuresSplitView.tsx';
import { structureTable } from './use-structure-list.tsx';

const [field, direction] = structure.list.defaultSort as readonly [string, 'asc' | 'desc'];
const sort = { field, direction };

/** The structures on a map with a list. Search and filters are shared with the list on the other tab. */
export function StructuresMap({ companyId, filters }: { companyId: number; filters: readonly Filter[] }) {
  const t = useText();
  const cities = useLargestCities();
  const { zone } = useFormats();
  const control = useListState(structureTable, filters, sort);
  const request = useMemo(() => mapRequestOf(control.state, filters, zone), [control.state, filters, zone]);
  const params = { companyId };
  const query = useData(
    api.structure.points,
    { params, list: request },
    { silent: true, placeholderData: (before) => before },
  );
  const tones = useSiteTones();
  const rows = query.data?.data;
  const points = useMemo(
    () => rows?.map((row) => (tones ? { ...row, tone: tones.get(row.id) ?? 'none' } : row)),
    [rows, tones],
  );
  const [selected, setSelected] = useState<number | null>(null);
  const [focusedPoint, setFocusedPoint] = useState<{ at: Location; in: object } | null>(null);
  const corners = useMemo(() => cornersOf(rows ?? []), [rows]);
  const focus = useMemo(
    () => (focusedPoint?.in === request ? [focusedPoint.at] : corners),
    [focusedPoint, request, corners],
  );
  const pin = points?.find((point) => point.id === selected) ?? null;
  const select = (id: number, at: Location | null) => {
    setSelected(id);
    if (at) setFocusedPoint({ at, in: request });
  };
  return (
    <FilteredView namespace="places" filters={filters} control={control} searchable busy={query.isFetching}>
      {query.isError ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : !points ? (
        <Skeleton h={sizes.chart} radius="lg" />
      ) : (
        <div className={classes.sides}>
          <StructuresSplitView
            params={params}
            request={request}
            shown={points.length}
            total={query.data?.totalRecords ?? points.length}
            selected={selected}
            pinned={pin}
            tones={tones}
            onSelect={select}
          />
          <div className={classes.map}>
            {points.length === 0 ? (
              <EmptyState drawing="map" title={t('noMapInfo.title')} text={t('noMapInfo.text')} />
            ) : (
              <>
                {tones && <SiteTonesLegend tones={points.map(({ id }) => tones.get(id))} />}
                <WorldMap
                  fills
                  label={t('map.of', { name: t('pages.structures-all') })}
                  cities={cities}
                  focus={focus}
                  points={points}
                  pin={pin}
                  onPoint={setSelected}
                />
              </>
            )}
          </div>
        </div>
      )}
    </FilteredView>
  );
}

function mapRequestOf(state: ListState, filters: readonly Filter[], zone: string) {
  const { search, filter } = listRequestOf(state, filters, zone);
  return { ...(search ? { search } : {}), ...(filter ? { filter } : {}) };
}

/** The south-west and north-east corners of all points, so that thousands are compared once. */
function cornersOf(points: readonly Location[]): Location[] {
  if (points.length < 3) return [...points];
  const [south, north] = [points.map((point) => point.lat)].flatMap((lats) => [Math.min(...lats), Math.max(...lats)]);
  const [west, east] = [points.map((point) => point.lng)].flatMap((lngs) => [Math.min(...lngs), Math.max(...lngs)]);
  return [
    { lat: south as number, lng: west as number },
    { lat: north as number, lng: east as number },
  ];
}
