import { Stack, Text } from '@mantine/core';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import type { WidgetOptions, WidgetProps } from '#platform/web/shell/routing/bind-pages.ts';
import { HourMatrix } from '#platform/web/ui/chart/HourMatrix.tsx';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import classes from '../Access.module.css';
import { useText } from '../texts.ts';
import { useLockAnalysis } from './use-lock-analysis.ts';

const silent = { silent: true } as const;
const minute = 60;

/** Steps without anything are zero, so that a period is never drawn with gaps. */
const points = (starts: readonly string[], counts: readonly number[]) =>
  starts.map((start, at) => [start, counts[at] ?? 0] as const);

/** Openings over time, by the way of opening. */
export function UnlockCount({ app }: WidgetProps) {
  const t = useText();
  const { calls, request, period } = useLockAnalysis(app);
  const { data, ...query } = useData(calls.unlockCount, request, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  if (data.total === 0) return <Nothing />;
  return (
    <TimeChart
      fills
      label={t('widgets.unlock-count')}
      period={period}
      series={data.methods.map(({ method, counts }) => ({
        name: method ? t(`values.method.${method}`) : t('log.unknown'),
        kind: 'bar',
        decimals: 0,
        points: points(data.starts, counts),
      }))}
    />
  );
}

/** Who opened most often. */
export function UsagePerUser({ app }: WidgetProps) {
  const t = useText();
  const { number } = useFormats();
  const { calls, request } = useLockAnalysis(app);
  const { data, ...query } = useData(calls.userUnlockCount, request, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  const most = Math.max(1, ...data.people.map(({ count }) => count));
  const rows = [...data.people, ...(data.others > 0 ? [{ name: t('analysis.others'), count: data.others }] : [])];
  return (
    <WidgetRows calm={t('analysis.none')}>
      {rows.map(({ name, count }) => (
        <WidgetRow
          key={name}
          title={<bdi>{name}</bdi>}
          note={
            <div className={classes.share} aria-hidden>
              <div style={{ inlineSize: `${Math.min(1, count / most) * 100}%` }} />
            </div>
          }
          aside={number(count)}
        />
      ))}
    </WidgetRows>
  );
}

const scheduleOf = ({ scheduleId }: WidgetOptions) => (typeof scheduleId === 'number' ? scheduleId : null);

/** Chooses the schedule that openings are compared with. */
export function UnlockTimingOptions({ options, onChange }: WidgetProps & { onChange(options: WidgetOptions): void }) {
  const t = useText();
  const { company } = useMe();
  if (!company) return null;
  return (
    <Stack>
      <ScheduleSelect
        label={t('analysis.schedule')}
        companyId={company.id}
        value={scheduleOf(options)}
        onChange={(scheduleId) => onChange({ ...options, scheduleId })}
      />
      <Text size="sm" c="dimmed">
        {t('analysis.scheduleHint')}
      </Text>
    </Stack>
  );
}

/** When in the week locks are opened, how long they stay open, and how often out of hours. */
export function UnlockTiming({ app, options }: WidgetProps) {
  const t = useText();
  const { number } = useFormats();
  const { calls, request } = useLockAnalysis(app);
  const scheduleId = scheduleOf(options);
  const { data, ...query } = useData(
    calls.unlockTiming,
    scheduleId === null ? request : { query: { ...request.query, scheduleId } },
    silent,
  );
  const lasting = (seconds: number) =>
    seconds < 2 * minute
      ? t('analysis.seconds', { count: Math.round(seconds), shown: number(seconds, 0) })
      : t('analysis.minutes', { count: Math.round(seconds / minute), shown: number(seconds / minute, 0) });
  if (!data) return <QueryBoundary of={query} height="100%" />;
  if (data.hours.flat().every((count) => count === 0)) return <Nothing />;
  return (
    <>
      <HourMatrix
        label={t('widgets.unlock-timing')}
        hours={data.hours}
        valueText={(value) => t('analysis.openings', { count: value ?? 0, shown: number(value ?? 0) })}
      />
      {data.medianOpen !== null && data.p90Open !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('analysis.openFor', { median: lasting(data.medianOpen), most: lasting(data.p90Open) })}
          {data.outside !== null && ` ${t('analysis.outside', { share: `${number(data.outside * 100, 1)}%` })}`}
        </Text>
      )}
    </>
  );
}

/** Different people who came. */
export function VisitorsCount({ app }: WidgetProps) {
  const t = useText();
  const { number } = useFormats();
  const { calls, request, period } = useLockAnalysis(app);
  const { data, ...query } = useData(calls.visitorsCount, request, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  if (data.total + data.unknown === 0) return <Nothing />;
  return (
    <div className={classes.figuresAndChart}>
      <WidgetFigures>
        <WidgetFigure name={t('analysis.people')} value={number(data.total)} />
        <WidgetFigure name={t('analysis.unknownCodes')} value={number(data.unknown)} />
      </WidgetFigures>
      <TimeChart
        fills
        label={t('widgets.visitors-count')}
        period={period}
        series={[{ name: t('analysis.people'), kind: 'bar', decimals: 0, points: points(data.starts, data.counts) }]}
      />
    </div>
  );
}

/** Refused attempts by their reason. */
export function FailedUnlocks({ app }: WidgetProps) {
  const t = useText();
  const { number } = useFormats();
  const { calls, request } = useLockAnalysis(app);
  const { data, ...query } = useData(calls.failedUnlockCount, request, silent);
  if (!data) return <QueryBoundary of={query} height="100%" />;
  const reasons = data.reasons
    .map(({ reason, counts }) => ({ reason, count: counts.reduce((sum, count) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count);
  return (
    <>
      <WidgetFigures>
        <WidgetFigure
          name={t('analysis.refused')}
          value={number(data.total)}
          tone={data.total > 0 ? 'poor' : undefined}
        />
        {data.rate !== null && (
          <WidgetFigure name={t('analysis.ofAttempts')} value={`${number(data.rate * 100, 1)}%`} />
        )}
      </WidgetFigures>
      <WidgetRows calm={t('analysis.noneRefused')} good>
        {reasons.map(({ reason, count }) => (
          <WidgetRow
            key={reason}
            title={reason ? t(`values.denial.${reason}` as 'values.denial.expired') : t('log.unknown')}
            aside={number(count)}
          />
        ))}
      </WidgetRows>
    </>
  );
}

function Nothing() {
  return <Text c="dimmed">{useText()('analysis.none')}</Text>;
}
