import { useComputedColorScheme } from '@mantine/core';
import { BarChart, LineChart } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import { connect, type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { instantOf } from '#platform/common/time/wall-clock.ts';
import { canvasColors } from '../../colours.ts';
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
  ToolboxComponent,
  CanvasRenderer,
]);

/** A shorter selection is a click. */
const minZoomMs = 1000;

/** The event of ECharts after a range is selected by dragging. */
type ZoomEvent = { batch?: { startValue?: number; endValue?: number }[] };
type ClickEvent = { componentType: string; data?: { mark?: number } };
type Props = TimeChartProps & { picture: RefObject<(() => string) | null> };

/** The chart itself, loaded only by pages with charts. */
export function ChartCanvas(props: Props) {
  const scheme = useComputedColorScheme('light');
  const { zone, language } = useFormats();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const { series, period, unit, bands, marks, onZoom, gapMs, group, label, picture } = props;
  const canZoom = onZoom !== undefined;
  const option = useMemo(
    () =>
      chartOption(
        {
          series,
          label,
          ...(period ? { period } : {}),
          ...(unit ? { unit } : {}),
          ...(bands ? { bands } : {}),
          ...(marks ? { marks } : {}),
          ...(canZoom ? { onZoom: () => undefined } : {}),
          ...(gapMs === undefined ? {} : { gapMs }),
        },
        { scheme, rtl: directionOf(language) === 'rtl', zone, language },
      ),
    [series, period, unit, bands, marks, canZoom, gapMs, label, scheme, zone, language],
  );

  const select = useEffectEvent(({ batch }: ZoomEvent) => {
    const [from, to] = [batch?.[0]?.startValue, batch?.[0]?.endValue];
    if (from === undefined || to === undefined || to - from < minZoomMs) return;
    onZoom?.({
      from: new Date(instantOf(Math.round(from), zone)).toISOString(),
      to: new Date(instantOf(Math.round(to), zone)).toISOString(),
    });
  });
  const open = useEffectEvent(({ componentType, data }: ClickEvent) => {
    const mark = componentType === 'markLine' ? marks?.find(({ id }) => id === data?.mark) : undefined;
    if (mark) props.onMark?.(mark);
  });

  const background = useEffectEvent(() => canvasColors(scheme).surface);

  useEffect(() => {
    if (!host.current) return;
    const drawn = init(host.current);
    chart.current = drawn;
    drawn.on('datazoom', (event) => select(event as ZoomEvent));
    drawn.on('click', (event) => open(event as ClickEvent));
    picture.current = () => drawn.getDataURL({ pixelRatio: 2, backgroundColor: background() });
    const sized = new ResizeObserver(() => drawn.resize());
    sized.observe(host.current);
    return () => {
      sized.disconnect();
      drawn.dispose();
      chart.current = null;
      picture.current = null;
    };
  }, [picture]);

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
    // A finger scrolls the page; only a mouse selects by dragging.
    if (canZoom && matchMedia('(pointer: fine)').matches)
      chart.current?.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
  }, [option, canZoom]);

  useEffect(() => {
    if (!chart.current || !group) return;
    chart.current.group = group;
    connect(group);
  }, [group]);

  return <div ref={host} className={classes.canvas} role="img" aria-label={label} />;
}
