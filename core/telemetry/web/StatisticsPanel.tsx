import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyPanel } from '#platform/web/ui/state/EmptyPanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { maxChartDays } from '../common/reading.ts';
import type { SensorStatistics } from '../common/statistics.ts';
import { percentChange } from './consumption.ts';
import { Figure, Figures } from './Figure.tsx';
import classes from './Telemetry.module.css';
import { useText } from './texts.ts';
import type { ReadingCalls } from './use-readings.ts';

const lastSevenDays = 1;

/** The statistics of a device's sensors over a period. */
export function StatisticsPanel({ calls, device, app }: { calls: ReadingCalls; device: DeviceDetail; app: string }) {
  const t = useText();
  const { name } = useSensorTexts(app);
  const { chosen, period, choose } = usePeriod({ initial: lastSevenDays, maxDays: maxChartDays });
  const query = useData(calls.statistics, { params: { id: device.id }, query: period }, { silent: true });
  // In the order of the device's readings, so that what it measures is before its battery and signal.
  const position = ({ sensor }: SensorStatistics) => device.values.findIndex((value) => value.sensor === sensor);
  const nothing = query.error instanceof RequestError && query.error.status === 477;
  return (
    <Stack>
      <div className={classes.tools}>
        <PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />
        {query.data?.approximate && (
          <Text size="sm" c="dimmed">
            {t('statistics.approximate')}
          </Text>
        )}
      </div>
      {nothing ? (
        <Panel>
          <EmptyPanel kind="readings" />
        </Panel>
      ) : query.data ? (
        query.data.sensors
          .toSorted((a, b) => position(a) - position(b))
          .map((statistics) => (
            <Panel key={statistics.sensor} title={name(statistics.sensor)}>
              <Figures>
                <SensorFigures statistics={statistics} />
              </Figures>
            </Panel>
          ))
      ) : (
        <QueryBoundary of={query} />
      )}
    </Stack>
  );
}

function SensorFigures({ statistics }: { statistics: SensorStatistics }) {
  const t = useText();
  const { number, date } = useFormats();
  const { unit, decimals, distribution, increase, last, coverage, count, alarms } = statistics;
  const amount = (value: number): ReactNode => (
    <Bdi>
      {number(value, decimals)} <span className={classes.unit}>{unit}</span>
    </Bdi>
  );
  const at = (instant: string) => <Bdi>{date(instant)}</Bdi>;
  const share = (value: number) => <Bdi>{`${number(value, 0)}%`}</Bdi>;
  const change = increase?.before == null ? null : percentChange(increase.total, increase.before);
  return (
    <>
      {distribution && (
        <>
          <Figure name={t('statistics.mean')}>{amount(distribution.mean)}</Figure>
          <Figure name={t('statistics.min')} hint={at(distribution.min.at)}>
            {amount(distribution.min.value)}
          </Figure>
          <Figure name={t('statistics.max')} hint={at(distribution.max.at)}>
            {amount(distribution.max.value)}
          </Figure>
          <Figure name={t('statistics.median')}>{amount(distribution.p50)}</Figure>
          <Figure name={t('statistics.range')} hint={t('statistics.rangeHint')}>
            <Bdi>{number(distribution.p5, decimals)}</Bdi> {t('statistics.to')} {amount(distribution.p95)}
          </Figure>
          <Figure name={t('statistics.deviation')}>{amount(distribution.deviation)}</Figure>
        </>
      )}
      {increase && (
        <>
          <Figure name={t('statistics.total')}>{amount(increase.total)}</Figure>
          <Figure name={t('statistics.perDay')}>{amount(increase.perDay)}</Figure>
          {increase.highestHour && (
            <Figure name={t('statistics.highestHour')} hint={at(increase.highestHour.at)}>
              {amount(increase.highestHour.value)}
            </Figure>
          )}
          {increase.nightShare !== null && (
            <Figure name={t('statistics.nightShare')} hint={<Bdi>22:00 – 06:00</Bdi>}>
              {share(increase.nightShare * 100)}
            </Figure>
          )}
          {change !== null && increase.before !== null && (
            <Figure name={t('statistics.before')} hint={<Bdi>{`${change > 0 ? '+' : ''}${number(change, 0)}%`}</Bdi>}>
              {amount(increase.before)}
            </Figure>
          )}
        </>
      )}
      <Figure name={t('statistics.last')} hint={at(last.at)}>
        {amount(last.value)}
      </Figure>
      <Figure name={t('statistics.coverage')} hint={t('statistics.count', { count, shown: number(count) })}>
        {share(coverage)}
      </Figure>
      <Figure name={t('statistics.alarms')}>{number(alarms)}</Figure>
    </>
  );
}
