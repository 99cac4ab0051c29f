import { useComputedColorScheme } from '@mantine/core';
import { BarChart, LineChart } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { connect, type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { directionOf } from '../../i18n/i18n.ts';
import { chartOption } from './chart-option.ts';
import classes from './TimeChart.module.css';
import type { TimeChartProps } from './TimeChart.tsx';

use([
  LineChart,
  BarChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  DataZoomInsideComponent,
  CanvasRenderer,
]);

/** The chart itself, loaded only by pages with charts. */
export function ChartCanvas(props: TimeChartProps) {
  const scheme = useComputedColorScheme('light');
  const { zone, language } = useFormats();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const { series, period, unit, bands, gapMs, group, label } = props;
  const option = useMemo(
    () =>
      chartOption(
        {
          series,
          label,
          ...(period ? { period } : {}),
          ...(unit ? { unit } : {}),
          ...(bands ? { bands } : {}),
          ...(gapMs === undefined ? {} : { gapMs }),
        },
        { scheme, rtl: directionOf(language) === 'rtl', zone, language },
      ),
    [series, period, unit, bands, gapMs, label, scheme, zone, language],
  );

  useEffect(() => {
    if (!host.current) return;
    const drawn = init(host.current);
    chart.current = drawn;
    const sized = new ResizeObserver(() => drawn.resize());
    sized.observe(host.current);
    return () => {
      sized.disconnect();
      drawn.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true, lazyUpdate: true });
  }, [option]);

  useEffect(() => {
    if (!chart.current || !group) return;
    chart.current.group = group;
    connect(group);
  }, [group]);

  return <div ref={host} className={classes.canvas} role="img" aria-label={label} />;
}
