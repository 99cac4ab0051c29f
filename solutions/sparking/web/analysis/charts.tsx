import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { sizes } from '#platform/web/theme.ts';
import { HourMatrix } from '#platform/web/ui/chart/HourMatrix.tsx';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { binMinutes, leastKnown } from '../../common/analysis.ts';
import { knownShare, occupiedShare, wholePercent } from '../../common/shares.ts';
import { api, useText } from '../api.ts';
import { bucketOf, occupiedPoints, weekBefore, weekLater } from './figures.ts';

const silent = { silent: true } as const;

export type ChartOf = {
  period: Period;
  /** The ids of the car parks, separated by commas; by default all that the reader may see. */
  locationIds?: string | undefined;
  /** Takes the height of its container. */
  fills?: boolean;
};
const heightOf = ({ fills = false }: ChartOf) => (fills ? '100%' : sizes.chart);

export function usePercent() {
  const { number } = useFormats();
  return (share: number | null): string => (share === null ? '–' : `${number(100 * share, 0)}%`);
}

/** A share of what is known. Rounded down, so that 100 % means all of it. */
export function useKnownPercent() {
  const percent = usePercent();
  return (share: number | null): string => percent(share === null ? null : wholePercent(share) / 100);
}

/** Says so if too little is known for the figures to mean much. */
export function useKnownNote() {
  const t = useText();
  const percent = useKnownPercent();
  return (share: number | null) =>
    share !== null && share < leastKnown ? t('analysis.littleKnown', { share: percent(share) }) : undefined;
}

const useOccupation = ({ period, locationIds }: ChartOf, asked: Period = period) =>
  useData(api.analysis.locationOccupation, { query: { ...asked, locationIds, bucket: bucketOf(period) } }, silent);

/** How full the car parks were, and a week before. */
export function OccupationChart(of: ChartOf) {
  const t = useText();
  const knownNote = useKnownNote();
  const query = useOccupation(of);
  const before = useOccupation(of, weekBefore(of.period));
  if (!query.data) return <QueryBoundary of={query} height={heightOf(of)} />;
  const { total } = query.data;
  if (total.open === 0) return <Nothing />;
  const note = knownNote(knownShare(total));
  const series = [
    {
      name: t('analysis.occupied'),
      kind: 'line' as const,
      decimals: 0,
      points: occupiedPoints(query.data.buckets),
    },
    {
      name: t('analysis.weekBefore'),
      kind: 'line' as const,
      quiet: true,
      decimals: 0,
      points: occupiedPoints(before.data?.buckets ?? []).map(([at, percent]) => [weekLater(at), percent] as const),
    },
  ];
  return (
    <>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
      <TimeChart
        fills={of.fills ?? false}
        label={t('widgets.parking-occupation')}
        unit="%"
        period={of.period}
        series={series}
      />
    </>
  );
}

/** When in the week the car parks are full. */
export function HoursChart(of: ChartOf) {
  const t = useText();
  const percent = usePercent();
  const query = useOccupation(of);
  if (!query.data) return <QueryBoundary of={query} height={heightOf(of)} />;
  if (query.data.total.open === 0) return <Nothing />;
  return (
    <HourMatrix
      label={t('widgets.parking-hours')}
      hours={query.data.hours.map((day) => day.map(occupiedShare))}
      most={1}
      valueText={(value) => (value === null ? t('analysis.unknown') : t('analysis.share', { share: percent(value) }))}
    />
  );
}

/** How many vehicles stayed how long. */
export function DurationRows(of: ChartOf) {
  const t = useText();
  const { number } = useFormats();
  const { period, locationIds } = of;
  const percent = usePercent();
  const { data, ...query } = useData(
    api.analysis.parkingCount,
    { query: { ...period, locationIds, bucket: bucketOf(period) } },
    silent,
  );
  if (!data) return <QueryBoundary of={query} height={heightOf(of)} />;
  const { bins, ended } = data.total;
  if (ended === 0) return <Nothing />;
  const name = (n: number): string => {
    const minutes = binMinutes[n];
    if (minutes === undefined) return t('analysis.longer');
    return minutes < 60
      ? t('analysis.underMinutes', { minutes: number(minutes) })
      : t('analysis.underHours', { hours: number(minutes / 60) });
  };
  return (
    <WidgetRows calm={t('analysis.none')}>
      {bins.map((count, n) => (
        <WidgetRow
          key={name(n)}
          title={name(n)}
          note={<Progress value={(100 * count) / ended} size="sm" aria-hidden />}
          aside={
            <RowFigures>
              {t('analysis.ofStays', { share: percent(count / ended), count, stays: number(count) })}
            </RowFigures>
          }
        />
      ))}
    </WidgetRows>
  );
}

/** Equally wide in each row, so that the bars before it can be compared. */
export const RowFigures = ({ children }: { children: ReactNode }) => (
  <Text inherit ta="end" miw="11rem">
    {children}
  </Text>
);

function Nothing() {
  return <Text c="dimmed">{useText()('analysis.none')}</Text>;
}
