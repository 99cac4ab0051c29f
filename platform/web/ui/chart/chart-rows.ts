import { useCallback } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import type { SheetRow } from '../list/export/sheet.ts';
import type { ChartSeries } from './TimeChart.tsx';

const instant = (at: number | string) => (typeof at === 'number' ? at : Date.parse(at));

/** Returns the values of a chart as rows: a header with names and units, then each time with the value of each series. */
export function useChartRows(series: readonly ChartSeries[]): () => SheetRow[] {
  const t = useKitText();
  const { date } = useFormats();
  return useCallback(() => {
    const times = [...new Set(series.flatMap(({ points }) => points.map(([at]) => instant(at))))].sort((a, b) => a - b);
    const columns = series.map(({ points, decimals }) => ({
      decimals,
      values: new Map(points.map(([at, value]) => [instant(at), value])),
    }));
    return [
      [t('chart.time'), ...series.map(({ name, unit }) => (unit ? `${name} (${unit})` : name))],
      ...times.map((at) => [
        date(new Date(at).toISOString(), 'dateTime'),
        ...columns.map(({ values, decimals }) => {
          const value = values.get(at) ?? null;
          return value === null || decimals === undefined ? value : Number(value.toFixed(decimals));
        }),
      ]),
    ];
  }, [series, date, t]);
}
