import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { sizes } from '#platform/web/theme.ts';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { InSiteZone } from '#platform/web/ui/page/InSiteZone.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Forecast } from '../../common/forecast.ts';
import { api, useText } from '../api.ts';
import { occupiedPoints } from './figures.ts';

const silent = { silent: true } as const;
const everyLocation = { list: { limit: 100, total: false } } as const;

/** How full a car park has been today, and is expected to be until midnight. */
export function ParkingForecast() {
  const t = useText();
  const [chosen, setChosen] = useState<number | null>(null);
  const query = useData(api.location.list, everyLocation, silent);
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const locations = query.data.data;
  const location = locations.find(({ id }) => id === chosen) ?? locations[0];
  if (!location) return <Text c="dimmed">{t('forecast.noLocation')}</Text>;
  return (
    <Stack gap="xs" h="100%">
      <Select
        aria-label={t('records.sparkingLocation')}
        size="xs"
        allowDeselect={false}
        searchable={locations.length > 10}
        value={String(location.id)}
        data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => setChosen(Number(value))}
      />
      <LocationForecast key={location.id} id={location.id} fills />
    </Stack>
  );
}

type LocationProps = {
  id: number;
  /** Takes the height of its container. */
  fills?: boolean;
};

/** How full one car park has been today, and is expected to be until midnight. */
export function LocationForecast({ id, fills = false }: LocationProps) {
  const { data, ...query } = useData(api.forecast.get, { params: { id } }, silent);
  if (!data) return <QueryBoundary of={query} height={fills ? '100%' : sizes.chart} />;
  return (
    <InSiteZone zone={data.zone}>
      <Today id={id} forecast={data} fills={fills} />
    </InSiteZone>
  );
}

const percent = (share: number | null): number | null => (share === null ? null : 100 * share);

function Today({ id, forecast, fills }: { id: number; forecast: Forecast; fills: boolean }) {
  const { reason, errors, dayFrom, dayTo, quarters } = forecast;
  const t = useText();
  const { number } = useFormats();
  const period = { from: dayFrom, to: dayTo };
  const asked = { ...period, locationIds: String(id), bucket: 'quarter' as const };
  const past = useData(api.analysis.locationOccupation, { query: asked }, silent);
  const line = { kind: 'line' as const, decimals: 0 };
  const occupied = occupiedPoints(past.data?.buckets ?? []);
  const expected = quarters.map(({ at, share, low, high }) =>
    low === null || high === null ? ([at, null] as const) : ([at, percent(share), 100 * low, 100 * high] as const),
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {reason === null
          ? errors && t('forecast.error', { points: number(100 * errors.error, 1) })
          : t(`forecast.reasons.${reason}`)}
      </Text>
      <TimeChart
        fills={fills}
        label={t('widgets.parking-forecast')}
        unit="%"
        period={period}
        series={[
          { ...line, name: t('analysis.occupied'), points: occupied },
          ...(reason === null ? [{ ...line, name: t('forecast.expected'), points: expected }] : []),
        ]}
      />
    </>
  );
}
