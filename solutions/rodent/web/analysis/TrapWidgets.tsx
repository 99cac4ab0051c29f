import { Anchor, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { HourMatrix } from '#platform/web/ui/chart/HourMatrix.tsx';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { rodent } from '../../app.ts';
import type { Bucket, TrapSums } from '../../common/analysis.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const silent = { silent: true } as const;
const dayMs = 86_400_000;
const listed = 10;

/** The finest bucket with which a period can still be read. */
function bucketOf({ from, to }: Period): Bucket {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days <= 2) return 'hour';
  return days <= 92 ? 'day' : 'month';
}

const useByDate = () => {
  const { period } = useBoardPeriod();
  return { period, ...useData(api.analysis.dateHits, { query: { ...period, bucket: bucketOf(period) } }, silent) };
};

/** A rate with one decimal, or why there is none. */
function useRateText() {
  const t = useText();
  const { number } = useFormats();
  return ({ rate, nights }: Pick<TrapSums, 'rate' | 'nights'>) =>
    rate === null
      ? t('analysis.fewNights', { nights: number(nights, 0) })
      : t('analysis.rate', { rate: number(rate, 1) });
}

/** Hits, catches and nights of the period, compared with the one before. */
export function TrapFigures() {
  const t = useText();
  const { number } = useFormats();
  const rateText = useRateText();
  const { period } = useBoardPeriod();
  const { data, ...query } = useData(api.analysis.targetedStructure, { query: { ...period, limit: 20 } }, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  const { total, rows } = data;
  const before = rows.reduce((sum, { previous }) => sum + previous.hits, 0);
  const silentTraps = rows.reduce((sum, row) => sum + row.silent, 0);
  const activations = total.hits + total.false;
  return (
    <WidgetFigures>
      <WidgetFigure
        name={t('analysis.hits')}
        value={number(total.hits)}
        note={t('analysis.before', { count: before, shown: number(before) })}
      />
      <WidgetFigure
        name={t('analysis.catches')}
        value={number(total.catches)}
        note={
          total.presumed > 0
            ? t('analysis.presumed', { count: total.presumed, shown: number(total.presumed) })
            : undefined
        }
        tone={total.catches > 0 ? 'poor' : undefined}
      />
      <WidgetFigure
        name={t('analysis.falseShare')}
        value={activations === 0 ? '–' : `${number((100 * total.false) / activations, 0)}%`}
      />
      <WidgetFigure name={t('analysis.nights')} value={number(total.nights, 0)} note={rateText(total)} />
      <WidgetFigure
        name={t('analysis.silent')}
        value={number(silentTraps)}
        tone={silentTraps > 0 ? 'problem' : undefined}
      />
    </WidgetFigures>
  );
}

/** Hits over time by what they were. */
export function HitsOverTime() {
  const t = useText();
  const { data, period, ...query } = useByDate();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  if (data.buckets.every(({ hits, false: wrong, activity }) => hits + wrong + activity === 0)) return <Nothing />;
  const series = (['hits', 'catches', 'false', 'activity'] as const).map((key) => ({
    name: t(`analysis.${key}`),
    kind: 'bar' as const,
    decimals: 0,
    points: data.buckets.map((one) => [one.start, one[key]] as const),
  }));
  return <TimeChart fills label={t('widgets.trap-hits')} period={period} series={series} />;
}

/** When in the week traps are hit. */
export function HitHours() {
  const t = useText();
  const { number } = useFormats();
  const { data, period: _, ...query } = useByDate();
  if (!data) return <QueryBoundary of={query} height="100%" />;
  if (data.hours.flat().every((count) => count === 0)) return <Nothing />;
  return (
    <HourMatrix
      label={t('widgets.trap-hours')}
      hours={data.hours}
      valueText={(value) => t('analysis.hitCount', { count: value ?? 0, shown: number(value ?? 0) })}
    />
  );
}

/** The sites with the highest rates. */
export function TrapSites() {
  const t = useText();
  const { number } = useFormats();
  const rateText = useRateText();
  const { period } = useBoardPeriod();
  // The plan shows the same period.
  const [chosen] = useSearchParams();
  const { data, ...query } = useData(api.analysis.targetedStructure, { query: { ...period, limit: listed } }, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('analysis.none')}>
      {data.rows.map((row) => (
        <WidgetRow
          key={row.structure?.id ?? 0}
          title={
            row.structure ? (
              <Anchor component={Link} to={`${rodent.web}/traps/plan/${row.structure.id}?${chosen}`} inherit>
                <bdi>{row.structure.name}</bdi>
              </Anchor>
            ) : (
              t('analysis.nowhere')
            )
          }
          note={rateText(row)}
          aside={t('analysis.hitCount', { count: row.hits, shown: number(row.hits) })}
        />
      ))}
    </WidgetRows>
  );
}

/** The traps with the most hits. */
export function TrapRanking() {
  const t = useText();
  const { number } = useFormats();
  const { period } = useBoardPeriod();
  const { data, ...query } = useData(api.analysis.deviceHits, { query: { ...period, limit: listed } }, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  return (
    <WidgetRows calm={t('analysis.none')}>
      {data.rows
        .filter(({ hits }) => hits > 0)
        .map((row) => (
          <WidgetRow
            key={row.id}
            title={row.number === null ? row.name : `${row.number} · ${row.name}`}
            note={row.structure?.name}
            aside={t('analysis.hitCount', { count: row.hits, shown: number(row.hits) })}
          />
        ))}
    </WidgetRows>
  );
}

function Nothing() {
  return <Text c="dimmed">{useText()('analysis.none')}</Text>;
}
