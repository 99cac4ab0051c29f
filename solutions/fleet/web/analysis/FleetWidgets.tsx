import { Anchor, Progress } from '@mantine/core';
import { Link } from 'react-router';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { availabilities } from '../../common/availability.ts';
import { vehicleAddress, vehiclesAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { statusTones } from '../tones.ts';
import { bucketOf, changeOf, shareOf } from './figures.ts';

const silent = { silent: true } as const;
const mostDriven = 8;
const hourMs = 3_600_000;

const listOf = (filter: string) => `${vehiclesAddress}?${filter}`;

function useKm() {
  const t = useText();
  const { number } = useFormats();
  return (metres: number): string => t('km', { value: number(metres / 1000, 1) });
}

function usePercent() {
  const { number } = useFormats();
  return (share: number | null): string => (share === null ? '–' : `${number(100 * share, 0)}%`);
}

/** What came of the period, and which papers need somebody. */
export function FleetFigures() {
  const t = useText();
  const { number } = useFormats();
  const km = useKm();
  const percent = usePercent();
  const { period } = useBoardPeriod();
  const query = { query: { ...period, bucket: bucketOf(period) } };
  const distance = useData(api.analysis.distance, query, silent);
  const journeys = useData(api.analysis.journeys, query, silent);
  const vehicles = useData(api.vehicle.metadata, {}, silent);
  if (!distance.data) return <QueryBoundary of={distance} height="100%" />;
  if (!journeys.data) return <QueryBoundary of={journeys} height="100%" />;
  if (!vehicles.data) return <QueryBoundary of={vehicles} height="100%" />;
  const { total, previous } = distance.data;
  const { count, drivingS, idleS } = journeys.data;
  const change = changeOf(total, previous);
  const signed = (share: number) => `${share > 0 ? '+' : ''}${percent(share)}`;
  const papers = (state: string) => vehicles.data?.papers.find(({ value }) => value === state)?.count ?? 0;
  const [expired, soon] = [papers('expired'), papers('soon')];
  return (
    <WidgetFigures>
      <WidgetFigure name={t('analysis.distance')} value={km(total)} />
      <WidgetFigure name={t('analysis.change')} value={change === null ? '–' : signed(change)} />
      <WidgetFigure name={t('analysis.journeys')} value={number(count)} />
      <WidgetFigure name={t('analysis.driving')} value={formatDuration(drivingS * 1000)} />
      <WidgetFigure name={t('analysis.idleShare')} value={percent(shareOf(idleS, drivingS + idleS))} />
      <WidgetFigure
        name={t('analysis.expired')}
        value={number(expired)}
        to={listOf('papers=expired')}
        tone={expired > 0 ? 'problem' : undefined}
      />
      <WidgetFigure
        name={t('analysis.expiring')}
        value={number(soon)}
        to={listOf('papers=soon')}
        tone={soon > 0 ? 'poor' : undefined}
      />
    </WidgetFigures>
  );
}

/** The vehicles by what they do now; each row opens them. */
export function VehicleStatuses() {
  const t = useText();
  const { number } = useFormats();
  const query = useData(api.analysis.statuses, { query: {} }, { ...silent, refetchInterval: 60_000 });
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const { total, noDevice, ...counts } = query.data;
  const rows = Object.entries({ ...counts, 'no-device': noDevice }) as [keyof typeof statusTones, number][];
  return (
    <WidgetRows calm={t('empty.vehicle.title')}>
      {(total === 0 ? [] : rows).map(([status, count]) => (
        <WidgetRow
          key={status}
          title={
            <Anchor component={Link} to={listOf(`status=${status}`)} inherit>
              <StatusChip value={status} field="status" namespace="fleet" tones={statusTones} />
            </Anchor>
          }
          note={<Progress value={(100 * count) / total} size="sm" aria-hidden />}
          aside={<Bdi>{number(count)}</Bdi>}
        />
      ))}
    </WidgetRows>
  );
}

/** The distance by days, weeks or months of the period. */
export function DistanceOverTime() {
  const t = useText();
  const { period } = useBoardPeriod();
  const query = useData(api.analysis.distance, { query: { ...period, bucket: bucketOf(period) } }, silent);
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  return (
    <TimeChart
      fills
      label={t('analysis.distance')}
      unit="km"
      period={period}
      series={[
        {
          name: t('analysis.distance'),
          kind: 'bar',
          decimals: 1,
          points: query.data.buckets.map(({ from, metres }) => [from, metres / 1000]),
        },
      ]}
    />
  );
}

/** The hours that vehicles drove and idled by days, weeks or months of the period. */
export function HoursOverTime() {
  const t = useText();
  const { period } = useBoardPeriod();
  const query = useData(api.analysis.journeys, { query: { ...period, bucket: bucketOf(period) } }, silent);
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const { buckets } = query.data;
  const hours = (of: 'drivingS' | 'idleS') =>
    buckets.map((bucket) => [bucket.from, (bucket[of] * 1000) / hourMs] as const);
  return (
    <TimeChart
      fills
      label={t('widgets.fleet-hours')}
      unit="h"
      period={period}
      series={[
        { name: t('analysis.driving'), kind: 'bar', decimals: 1, points: hours('drivingS') },
        { name: t('analysis.idling'), kind: 'bar', decimals: 1, points: hours('idleS') },
      ]}
    />
  );
}

/** For how much of the period the vehicles were in use, available, or not there. */
export function Availability() {
  const t = useText();
  const percent = usePercent();
  const { number } = useFormats();
  const { period } = useBoardPeriod();
  const query = useData(api.analysis.availabilities, { query: { ...period, bucket: bucketOf(period) } }, silent);
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const { byState, total, now } = query.data;
  return (
    <WidgetRows calm={t('analysis.noTime')}>
      {(total === 0 ? [] : [...availabilities].reverse()).map((state) => (
        <WidgetRow
          key={state}
          title={t(`availability.${state}`)}
          note={<Progress value={100 * (shareOf(byState[state], total) ?? 0)} size="sm" aria-hidden />}
          aside={
            <Bdi>
              {t('analysis.shareAndNow', { share: percent(shareOf(byState[state], total)), shown: number(now[state]) })}
            </Bdi>
          }
        />
      ))}
    </WidgetRows>
  );
}

/** The vehicles that drove the most. */
export function MostDriven() {
  const t = useText();
  const km = useKm();
  const { number } = useFormats();
  const { period } = useBoardPeriod();
  const query = useData(api.analysis.vehicles, { query: period, list: { limit: mostDriven, total: false } }, silent);
  if (!query.data) return <QueryBoundary of={query} height="100%" />;
  const rows = query.data.data.filter(({ metres }) => metres > 0);
  const most = rows[0]?.metres ?? 1;
  return (
    <WidgetRows calm={t('analysis.noTime')}>
      {rows.map(({ vehicle, metres, journeys }) => (
        <WidgetRow
          key={vehicle.id}
          title={
            <Anchor component={Link} to={vehicleAddress(vehicle.id)} inherit>
              <bdi>{vehicle.name}</bdi>
            </Anchor>
          }
          note={<Progress value={(100 * metres) / most} size="sm" aria-hidden />}
          aside={<Bdi>{t('analysis.kmInJourneys', { km: km(metres), count: journeys, shown: number(journeys) })}</Bdi>}
        />
      ))}
    </WidgetRows>
  );
}
