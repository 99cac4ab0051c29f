import { Stack, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import type { Period } from '#platform/common/time/time.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { maxChartDays } from '../common/reading.ts';
import { ConsumptionTable } from './ConsumptionTable.tsx';
import { ConsumptionTotals } from './ConsumptionTotals.tsx';
import type { Bar, ConsumptionStep } from './consumption.ts';
import classes from './Telemetry.module.css';
import { useText } from './texts.ts';
import { useConsumption } from './use-consumption.ts';
import type { ReadingCalls } from './use-readings.ts';

const todayPreset = 8;

/** The consumption of a meter over a period, optionally compared with the period before, and its meter readings. */
export function ConsumptionPanel({
  calls,
  device,
  sensor,
}: {
  calls: ReadingCalls;
  device: DeviceDetail;
  sensor: string;
}) {
  const t = useText();
  const kitText = useKitText();
  const { chosen, period, choose } = usePeriod({ initial: todayPreset, maxDays: maxChartDays });
  const [params, setParams] = useSearchParams();
  const compare = params.get('compare') !== '0';
  const consumption = useConsumption(calls, { deviceId: device.id, sensor, period, chosen, compare });
  const setCompare = (on: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (on) next.delete('compare');
        else next.set('compare', '0');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const span = useMemo(() => padded(consumption.span, consumption.step), [consumption.span, consumption.step]);
  const names = consumption.pair
    ? [kitText(`period.${consumption.pair.name}`), kitText(`period.${consumption.pair.before}`)]
    : [];
  const series = [
    { name: names[0] ?? t('consumption.amount'), bars: consumption.bars, quiet: false },
    ...(consumption.earlier.length > 0 ? [{ name: names[1] ?? '', bars: consumption.earlier, quiet: true }] : []),
  ];
  return (
    <>
      <Panel
        title={t('consumption.title')}
        aside={
          <div className={classes.tools}>
            {consumption.pair && (
              <Switch
                size="sm"
                label={t('consumption.compareWith', { period: kitText(`period.${consumption.pair.before}`) })}
                checked={compare}
                onChange={(event) => setCompare(event.currentTarget.checked)}
              />
            )}
            <PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />
          </div>
        }
      >
        {consumption.failed ? (
          <FailedState onRetry={consumption.retry} />
        ) : (
          <Stack gap="md">
            <ConsumptionTotals consumption={consumption} />
            <TimeChart
              label={t('consumption.title')}
              loading={consumption.loading}
              unit={consumption.unit}
              period={span}
              series={series.map(({ name, bars, quiet }) => ({
                name,
                quiet,
                kind: 'bar',
                unit: consumption.unit,
                decimals: consumption.decimals,
                points: pointsOf(bars),
              }))}
            />
          </Stack>
        )}
      </Panel>
      {!consumption.failed && <ConsumptionTable consumption={consumption} name={device.name} />}
    </>
  );
}

const pointsOf = (bars: readonly Bar[]) => bars.map((bar) => [bar.at, bar.amount] as const);

const halfMs: Record<ConsumptionStep, number> = { hour: 1_800_000, day: 43_200_000, month: 15 * 86_400_000 };

/** Bars are centred on the start of their step. Half a step at both ends keeps the first and last bar whole. */
const padded = (span: Period, step: ConsumptionStep): Period => ({
  from: new Date(Date.parse(span.from) - halfMs[step]).toISOString(),
  to: new Date(Date.parse(span.to) + (step === 'month' ? 0 : halfMs[step])).toISOString(),
});
