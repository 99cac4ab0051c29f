import { type EChartsCoreOption, format } from 'echarts/core';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { dateFormats } from '#platform/common/time/time.ts';
import { canvasColors } from '../../colours.ts';
import { fontFamily } from '../../i18n/font.ts';
import { formatNumber, type useFormats } from '../../i18n/formats.ts';
import { chartSizes } from '../../theme.ts';
import { guideMarks } from './chart-guides.ts';
import { hasRange, type PlotPoint, plotPoints, wallClock, wallPeriod, wallText } from './series.ts';
import type { ChartSeries, SeverityBand, TimeChartProps } from './TimeChart.tsx';

type Look = {
  scheme: 'light' | 'dark';
  rtl: boolean;
  zone: string;
  language: ReturnType<typeof useFormats>['language'];
};
type Colors = ReturnType<typeof canvasColors>;

/** The ECharts option of a time chart. */
export function chartOption(props: TimeChartProps, look: Look): EChartsCoreOption {
  const colors = canvasColors(look.scheme);
  const { series, unit, bands = [], marks = [] } = props;
  const bars = series.some((one) => one.kind === 'bar');
  const limits = props.period ? wallPeriod(props.period, look.zone) : undefined;
  const label = { color: colors.dim, fontFamily, fontSize: chartSizes.text };
  return {
    useUTC: true,
    animation: false,
    color: [...colors.series],
    textStyle: { fontFamily },
    grid: {
      top: chartSizes.top,
      bottom: chartSizes.axisBottom + (series.length > 1 ? chartSizes.legend : 0),
      left: look.rtl ? chartSizes.edge * 2 : chartSizes.axis,
      right: look.rtl ? chartSizes.axis : chartSizes.edge * 2,
      outerBoundsMode: 'none',
    },
    ...(series.length > 1
      ? {
          legend: {
            bottom: 0,
            icon: 'roundRect',
            itemWidth: chartSizes.legendWidth,
            itemHeight: chartSizes.legendHeight,
            textStyle: { ...label, color: colors.text },
            // Envelopes of ranges have no entry of their own.
            data: series.map(({ name }) => name),
          },
        }
      : {}),
    xAxis: {
      type: 'time',
      ...(limits ? { min: limits[0], max: limits[1] } : {}),
      axisLine: { lineStyle: { color: colors.lineStrong } },
      axisLabel: { ...label, hideOverlap: true, formatter: axisTime },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      scale: !bars,
      // Time runs from left to right in both languages; the value axis is at the inline start.
      position: look.rtl ? 'right' : 'left',
      // Isolated, so that °C keeps its order within right-to-left text.
      name: unit ? `\u2066${unit}\u2069` : '',
      nameTextStyle: { ...label, align: look.rtl ? 'right' : 'left' },
      axisLabel: {
        ...label,
        ...(bands.length > 0 ? { showMinLabel: false, showMaxLabel: false } : {}),
        formatter: (value: number) => axisNumber(value, look.language),
        ...stateLabels(series),
      },
      splitLine: { lineStyle: { color: colors.line } },
      // Counts have no halves.
      ...(series.every(({ decimals }) => decimals === 0) ? { minInterval: 1 } : {}),
      ...(series.every(({ states }) => states) ? { min: 0, max: 1, interval: 1 } : {}),
      ...(bands.length > 0
        ? { min: (range: Range) => reach(range, bands, 'min'), max: (range: Range) => reach(range, bands, 'max') }
        : {}),
    },
    tooltip: tooltip(props, look, colors),
    ...(props.onZoom
      ? {
          toolbox: {
            show: true,
            itemSize: 0,
            feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none', icon: {}, title: {} } },
          },
        }
      : { dataZoom: [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: 'shift', filterMode: 'none' }] }),
    series: series.flatMap((one, position) => {
      const points = plotPoints(one.points, look.zone, props.gapMs);
      const color = colors.series[(one.color ?? position) % colors.series.length] as string;
      const main = seriesOption(one, points, color, colors);
      const guides = position === 0 ? guideMarks(bands, marks, colors, wallClock(look.zone)) : {};
      // The lines come first: their positions are those of `series` in the tooltip.
      return [
        { ...main, ...guides },
        ...(one.kind !== 'bar' && !one.states && hasRange(points) ? rangeOption(points, color, position) : []),
      ];
    }),
  };
}

/** The area between the lowest and the highest value of each bucket: two stacked lines, the second one filled. */
function rangeOption(points: readonly PlotPoint[], color: string, position: number) {
  const line = {
    type: 'line',
    stack: `range-${position}`,
    stackStrategy: 'all',
    silent: true,
    showSymbol: false,
    lineStyle: { opacity: 0 },
    itemStyle: { color },
    tooltip: { show: false },
    emphasis: { disabled: true },
    z: 1,
  };
  return [
    { ...line, data: points.map(([at, value, low]) => [at, low ?? value]) },
    {
      ...line,
      data: points.map(([at, value, low, high]) => [at, value === null ? null : (high ?? value) - (low ?? value)]),
      areaStyle: { color, opacity: 0.18 },
    },
  ];
}

type Range = { min: number; max: number };

/** Thresholds near the values extend the axis; distant ones would flatten the line. */
function reach(range: Range, bands: readonly SeverityBand[], side: 'min' | 'max'): number {
  const span = range.max - range.min || Math.abs(range.max) || 1;
  const near = bands
    .flatMap((band) => [band.from, band.to])
    .filter((bound): bound is number => bound !== undefined && bound >= range.min - span && bound <= range.max + span);
  const far = side === 'min' ? Math.min(range.min, ...near) : Math.max(range.max, ...near);
  return side === 'min' ? far - span * 0.05 : far + span * 0.05;
}

/** Short labels: all charts of a page have an axis of the same width, so that their times align. */
function axisNumber(value: number, language: Look['language']): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${formatNumber(value / 1e6, undefined, language)}M`;
  return size >= 1e5 ? `${formatNumber(value / 1e3, undefined, language)}k` : formatNumber(value, undefined, language);
}

/** Texts are wider than the axis, so they are drawn within the chart, on their lines. */
function stateLabels([first]: readonly ChartSeries[]) {
  const states = first?.states;
  return (
    states && {
      inside: true,
      verticalAlign: 'bottom',
      padding: [0, 0, chartSizes.edge / 2, 0],
      formatter: (value: number) => states[value] ?? '',
    }
  );
}

function axisTime(ms: number): string {
  const midnight = ms % 86_400_000 === 0;
  return wallText(ms, midnight ? 'DD/MM' : dateFormats.time);
}

function seriesOption(
  { name, kind = 'line', quiet = false, states }: ChartSeries,
  data: PlotPoint[],
  color: string,
  colors: Colors,
) {
  if (kind === 'bar')
    return {
      type: 'bar',
      name,
      data,
      barMaxWidth: chartSizes.bar,
      itemStyle: {
        color: quiet ? colors.severities.none[2] : color,
        borderRadius: [chartSizes.barRadius, chartSizes.barRadius, 0, 0],
      },
    };
  return {
    type: 'line',
    name,
    data,
    ...(states ? { step: 'end' } : { sampling: 'lttb' }),
    // A single value has no line; without a point it would be invisible.
    showSymbol: data.filter(([, value]) => value !== null).length === 1,
    symbolSize: chartSizes.mark,
    connectNulls: false,
    lineStyle: { width: chartSizes.line, color },
    itemStyle: { color },
    emphasis: { disabled: true },
    ...(kind === 'area' ? { areaStyle: { color, opacity: 0.12 } } : {}),
  };
}

type Hit = { seriesName: string; seriesIndex: number; marker: string; value: PlotPoint };

function tooltip({ series, unit }: TimeChartProps, look: Look, colors: Colors) {
  return {
    trigger: 'axis',
    confine: true,
    axisPointer: { type: 'line', lineStyle: { color: colors.dim }, label: { show: false } },
    backgroundColor: colors.raised,
    borderColor: colors.line,
    textStyle: { color: colors.text, fontFamily, fontSize: chartSizes.tip },
    extraCssText: `direction:${look.rtl ? 'rtl' : 'ltr'};`,
    formatter: (hits: Hit[]) => {
      const [first] = hits;
      if (!first) return '';
      const head = `<bdi dir="ltr">${wallText(first.value[0], dateFormats.dateTime)}</bdi>`;
      const lines = hits.flatMap((hit) => {
        const one = series.find(({ name }) => name === hit.seriesName);
        return one && hit.value[1] !== null && hit.value[1] !== undefined
          ? [tooltipLine(hit, one, unit ?? '', look)]
          : [];
      });
      return head + lines.join('');
    },
  };
}

function tooltipLine(
  { marker, value }: Hit,
  { name, unit, decimals, states }: ChartSeries,
  axisUnit: string,
  look: Look,
): string {
  const [, mean, low, high] = value;
  const head = `${marker} <bdi>${format.encodeHTML(name)}</bdi>`;
  if (states) return `<div>${head} <b><bdi>${format.encodeHTML(stateOf(mean as number, states, look))}</bdi></b></div>`;
  const text = (number: number) => formatNumber(number, decimals, look.language);
  const range = low !== undefined && high !== undefined && high > low ? ` (${text(low)}–${text(high)})` : '';
  const own = format.encodeHTML(unit ?? axisUnit);
  return `<div>${head} <b><bdi dir="ltr">${withUnit(text(mean as number), own)}</bdi></b><bdi dir="ltr">${range}</bdi></div>`;
}

/** Where a state changed within a step, how long it was on. */
function stateOf(share: number, [off, on]: readonly [string, string], { language }: Look): string {
  if (share <= 0) return off;
  return share >= 1 ? on : `${on} ${withUnit(formatNumber(share * 100, 0, language), '%')}`;
}
