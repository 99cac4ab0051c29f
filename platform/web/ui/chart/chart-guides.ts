import type { canvasColors } from '../../colours.ts';
import { fontFamily } from '../../i18n/font.ts';
import { chartSizes } from '../../theme.ts';
import type { Mark, SeverityBand } from './TimeChart.tsx';

type Colors = ReturnType<typeof canvasColors>;

/** Limits as dashed lines with coloured areas, and marks as vertical lines. ECharts has one list of lines per series. */
export function guideMarks(
  bands: readonly SeverityBand[],
  marks: readonly Mark[],
  colors: Colors,
  toWall: (ms: number) => number,
) {
  if (bands.length === 0 && marks.length === 0) return {};
  return {
    markArea: { silent: true, data: bands.map((band) => bandArea(band, colors)) },
    markLine: {
      symbol: 'none',
      data: [
        ...bands.flatMap((band) => limitLines(band, colors)),
        ...marks.map((mark) => markLine(mark, colors, toWall)),
      ],
    },
  };
}

const bandArea = (band: SeverityBand, colors: Colors) => [
  {
    ...(band.from === undefined ? {} : { yAxis: band.from }),
    itemStyle: { color: colors.severities[band.severity][2], opacity: 0.09 },
  },
  band.to === undefined ? {} : { yAxis: band.to },
];

const limitLines = (band: SeverityBand, colors: Colors) =>
  (band.limit === undefined ? [band.from, band.to] : [band.limit])
    .filter((bound) => bound !== undefined && Number.isFinite(bound))
    .map((bound) => ({
      yAxis: bound,
      lineStyle: { color: colors.severities[band.severity][2], type: 'dashed', width: 1 },
      tooltip: { show: false },
      emphasis: { disabled: true },
      label: {
        show: band.label !== undefined,
        // A number precedes its unit in Arabic too.
        formatter: `\u2066${band.label ?? ''}\u2069`,
        position: 'insideEndTop',
        color: colors.severities[band.severity][0],
        fontFamily,
        fontSize: chartSizes.small,
      },
    }));

const markLine = (mark: Mark, colors: Colors, toWall: (ms: number) => number) => ({
  xAxis: toWall(typeof mark.at === 'number' ? mark.at : Date.parse(mark.at)),
  mark: mark.id,
  symbol: ['none', 'circle'],
  symbolSize: chartSizes.mark,
  lineStyle: { color: colors.severities[mark.severity][2], type: 'solid', width: 1, opacity: 0.7 },
  emphasis: { label: { show: true }, lineStyle: { width: 2 } },
  label: {
    show: false,
    formatter: mark.label,
    position: 'end',
    color: colors.severities[mark.severity][0],
    backgroundColor: colors.raised,
    fontFamily,
    fontSize: chartSizes.small,
  },
});
