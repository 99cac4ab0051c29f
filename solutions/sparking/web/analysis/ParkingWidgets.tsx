import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { Ranked } from '../../common/analysis.ts';
import { occupiedShare } from '../../common/shares.ts';
import { locationAddress, locationsAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import {
  DurationRows,
  HoursChart,
  OccupationChart,
  RowFigures,
  useKnownNote,
  useKnownPercent,
  usePercent,
} from './charts.tsx';
import { bucketOf } from './figures.ts';

const silent = { silent: true } as const;
const everyLocation = { list: { limit: 100, total: false } } as const;
const ranked = 5;

/** How full the car parks are now, and what came of the period. */
export function ParkingFigures() {
  const t = useText();
  const { number } = useFormats();
  const percent = useKnownPercent();
  const knownNote = useKnownNote();
  const { period } = useBoardPeriod();
  const now = useData(api.location.list, everyLocation, silent);
  const counted = useData(api.analysis.parkingCount, { query: { ...period, bucket: bucketOf(period) } }, silent);
  if (!now.data) return <QueryBoundary of={now} height="100%" />;
  if (!counted.data) return <QueryBoundary of={counted} height="100%" />;
  const locations = now.data.data;
  const sum = (of: (one: (typeof locations)[number]) => number) => locations.reduce((all, one) => all + of(one), 0);
  const [free, total, unknown] = [sum((one) => one.free), sum((one) => one.total), sum((one) => one.unknown)];
  const alarms = sum((one) => one.alarms);
  const known = total === 0 ? null : (total - unknown) / total;
  const { stays, ended, endedSeconds } = counted.data.total;
  return (
    <WidgetFigures>
      <WidgetFigure
        name={t('analysis.freeNow')}
        value={t('analysis.ofTotal', { free: number(free), total: number(total) })}
        to={locationsAddress}
        note={knownNote(known)}
      />
      <WidgetFigure name={t('analysis.known')} value={percent(known)} />
      <WidgetFigure name={t('analysis.stays')} value={number(stays)} />
      <WidgetFigure
        name={t('analysis.meanStay')}
        value={ended === 0 ? '–' : t('analysis.minutes', { minutes: number(endedSeconds / ended / 60, 0) })}
      />
      <WidgetFigure
        name={t('analysis.alarms')}
        value={number(alarms)}
        to={locationsAddress}
        tone={alarms > 0 ? 'poor' : undefined}
      />
    </WidgetFigures>
  );
}

/** How full the car parks were, and a week before. */
export const OccupationOverTime = () => <OccupationChart period={useBoardPeriod().period} fills />;

/** When in the week the car parks are full. */
export const OccupationHours = () => <HoursChart period={useBoardPeriod().period} fills />;

/** How long vehicles stay. */
export const StayDurations = () => <DurationRows period={useBoardPeriod().period} fills />;

function RankedRows({ rows }: { rows: readonly Ranked[] }) {
  const t = useText();
  const { number } = useFormats();
  const percent = usePercent();
  return (
    <WidgetRows calm={t('analysis.none')}>
      {rows.map((row) => {
        const share = occupiedShare(row);
        return (
          <WidgetRow
            key={row.id}
            title={
              <Anchor component={Link} to={locationAddress(row.locationId)} inherit>
                {row.name}
              </Anchor>
            }
            note={<Progress value={100 * (share ?? 0)} size="sm" aria-hidden />}
            aside={
              <RowFigures>
                {t('analysis.ranked', { share: percent(share), count: row.stays, stays: number(row.stays) })}
              </RowFigures>
            }
          />
        );
      })}
    </WidgetRows>
  );
}

function Ranking({ of }: { of: 'top' | 'bottom' }) {
  const t = useText();
  const { period } = useBoardPeriod();
  const { data, ...query } = useData(api.analysis.mostOccupation, { query: { ...period, limit: ranked } }, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  return (
    <>
      <RankedRows rows={data[of]} />
      {of === 'bottom' && data.uncovered.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('analysis.uncovered', { names: data.uncovered.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </>
  );
}

/** The fullest groups. */
export const FullestGroups = () => <Ranking of="top" />;

/** The emptiest groups, and those of which too little is known. */
export const EmptiestGroups = () => <Ranking of="bottom" />;
