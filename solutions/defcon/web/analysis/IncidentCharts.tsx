import { Text } from '@mantine/core';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { HourMatrix } from '#platform/web/ui/chart/HourMatrix.tsx';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type Bucket, bucketDays } from '../../common/analysis/analysis.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const silent = { silent: true } as const;
const dayMs = 86_400_000;
/** Colours of more kinds look alike. */
const mostKinds = 4;

/** The finest bucket with which a period can be read. */
function bucketOf({ from, to }: Period): Bucket {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days <= bucketDays.hour) return 'hour';
  return days <= bucketDays.day ? 'day' : 'month';
}

const useTimelines = () => {
  const { period } = useBoardPeriod();
  return { period, ...useData(api.analysis.timelines, { query: { ...period, bucket: bucketOf(period) } }, silent) };
};
const Nothing = () => <Text c="dimmed">{useText()('incidents.none')}</Text>;

/** Incidents over time by their kind, and how many were closed. */
export function IncidentsOverTime() {
  const t = useText();
  const { label } = useLabels('defcon');
  const { data, period, ...query } = useTimelines();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  const sums = new Map<string, number>();
  for (const { raised } of data.buckets)
    for (const [kind, count] of Object.entries(raised)) sums.set(kind, (sums.get(kind) ?? 0) + count);
  if (sums.size === 0 && data.buckets.every(({ closed }) => closed === 0)) return <Nothing />;
  const kinds = [...sums.keys()].toSorted((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0));
  const shown = kinds.length > mostKinds + 1 ? kinds.slice(0, mostKinds) : kinds;
  const rest = kinds.slice(shown.length);
  const bars = (name: string, of: readonly string[]) => ({
    name,
    kind: 'bar' as const,
    decimals: 0,
    points: data.buckets.map(
      ({ start, raised }) => [start, of.reduce((sum, kind) => sum + (raised[kind] ?? 0), 0)] as const,
    ),
  });
  const series = [
    ...shown.map((kind) => bars(label(`alarms.${kind}`), [kind])),
    ...(rest.length > 0 ? [bars(t('incidents.otherKinds'), rest)] : []),
    {
      name: t('incidents.closed'),
      kind: 'line' as const,
      quiet: true,
      decimals: 0,
      points: data.buckets.map(({ start, closed }) => [start, closed] as const),
    },
  ];
  return <TimeChart fills label={t('widgets.incident-times')} period={period} series={series} />;
}

/** When in the week incidents are raised. */
export function IncidentHours() {
  const t = useText();
  const { number } = useFormats();
  const { data, period: _, ...query } = useTimelines();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  if (data.hours.flat().every((count) => count === 0)) return <Nothing />;
  return (
    <HourMatrix
      label={t('widgets.incident-hours')}
      hours={data.hours}
      valueText={(value) => t('incidents.count', { count: value ?? 0, shown: number(value ?? 0) })}
    />
  );
}
