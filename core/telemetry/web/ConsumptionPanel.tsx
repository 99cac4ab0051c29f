import { Stack, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { DevicePage } from '#core/devices/common/device.ts';
import type { Period } from '#platform/common/time.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { maxChartDays } from '../common/reading.ts';
import { ConsumptionTable } from './ConsumptionTable.tsx';
import { ConsumptionTotals } from './ConsumptionTotals.tsx';
import type { Bar, Step } from './consumption.ts';
import classes from './Telemetry.module.css';
import { useText } from './texts.ts';
import { useConsumption } from './use-consumption.ts';
import type { ReadingCalls } from './use-readings.ts';

const today = 8;

/** What a meter counted: bars over the period, perhaps beside the one before, and the readings below. */
export function ConsumptionPanel({
  calls,
  device,
  sensor,
}: {
  calls: ReadingCalls;
  device: DevicePage;
  sensor: string;
}) {
  const t = useText();
  const kit = useKitText();
  const { chosen, period, choose } = usePeriod({ initial: today, maxDays: maxChartDays });
  const [params, setParams] = useSearchParams();
  const compare = params.get('compare') !== '0';
  const found = useConsumption(calls, { deviceId: device.id, sensor, period, chosen, compare });
  const setCompare = (on: boolean) =>
    setParams(
      (before) => {
        const out = new URLSearchParams(before);
        if (on) out.delete('compare');
        else out.set('compare', '0');
        return out;
      },
      { replace: true, preventScrollReset: true },
    );
  const span = useMemo(() => framed(found.span, found.step), [found.span, found.step]);
  const names = found.pair ? [kit(`period.${found.pair.name}`), kit(`period.${found.pair.before}`)] : [];
  const series = [
    { name: names[0] ?? t('consumption.amount'), bars: found.bars, quiet: false },
    ...(found.earlier.length > 0 ? [{ name: names[1] ?? '', bars: found.earlier, quiet: true }] : []),
  ];
  return (
    <>
      <Panel
        title={t('consumption.title')}
        aside={
          <div className={classes.tools}>
            {found.pair && (
              <Switch
                size="sm"
                label={t('consumption.compareWith', { period: kit(`period.${found.pair.before}`) })}
                checked={compare}
                onChange={(event) => setCompare(event.currentTarget.checked)}
              />
            )}
            <PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />
          </div>
        }
      >
        {found.failed ? (
          <FailedState onRetry={found.retry} />
        ) : (
          <Stack gap="md">
            <ConsumptionTotals found={found} />
            <TimeChart
              label={t('consumption.title')}
              loading={found.loading}
              unit={found.unit}
              period={span}
              series={series.map(({ name, bars, quiet }) => ({
                name,
                quiet,
                kind: 'bar',
                unit: found.unit,
                decimals: found.decimals,
                points: pointsOf(bars),
              }))}
            />
          </Stack>
        )}
      </Panel>
      {!found.failed && <ConsumptionTable found={found} name={device.name} />}
    </>
  );
}

const pointsOf = (bars: readonly Bar[]) => bars.map((bar) => [bar.at, bar.amount] as const);

const halfMs: Record<Step, number> = { hour: 1_800_000, day: 43_200_000, month: 15 * 86_400_000 };

/** A bar stands over the start of its step: half a step more at both ends keeps the first and last whole. */
const framed = (span: Period, step: Step): Period => ({
  from: new Date(Date.parse(span.from) - halfMs[step]).toISOString(),
  to: new Date(Date.parse(span.to) + (step === 'month' ? 0 : halfMs[step])).toISOString(),
});
