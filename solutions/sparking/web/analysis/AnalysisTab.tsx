import { Group, Stack } from '@mantine/core';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import type { ShownLocation } from '../../common/location.ts';
import { useText } from '../api.ts';
import { BayFigures } from './BayFigures.tsx';
import { DurationRows, HoursChart, OccupationChart } from './charts.tsx';
import { LocationForecast } from './ForecastWidget.tsx';

/** How full a car park was in a period and may be today, how long vehicles stayed, and the figures of its bays. */
export function AnalysisTab({ location: { id } }: { location: Pick<ShownLocation, 'id'> }) {
  const t = useText();
  const { chosen, period, choose, maxDays } = useBoardPeriod();
  const of = { period, locationIds: String(id) };
  return (
    <Stack>
      <Group justify="flex-end">
        <PeriodSelector value={chosen} onChange={choose} maxDays={maxDays} />
      </Group>
      <Panel title={t('widgets.parking-occupation')}>
        <OccupationChart {...of} />
      </Panel>
      <Panel title={t('widgets.parking-forecast')}>
        <LocationForecast id={id} />
      </Panel>
      <Panel title={t('widgets.parking-hours')}>
        <HoursChart {...of} />
      </Panel>
      <Panel title={t('widgets.parking-durations')}>
        <DurationRows {...of} />
      </Panel>
      <BayFigures key={JSON.stringify(chosen)} {...of} />
    </Stack>
  );
}
