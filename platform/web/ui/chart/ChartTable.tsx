import { Table, Text } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { Bdi } from '../values/Bdi.tsx';
import { useChartRows } from './chart-rows.ts';
import classes from './TimeChart.module.css';
import type { ChartSeries } from './TimeChart.tsx';

const maxRows = 500;

/** The newest values of a chart as a table, for people who cannot see the chart. */
export function ChartTable({ label, series }: { label: string; series: readonly ChartSeries[] }) {
  const t = useKitText();
  const { number } = useFormats();
  const [head = [], ...rows] = useChartRows(series)();
  const newest = rows.slice(-maxRows).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label={label}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={String(name)} scope="col">
                <Bdi>{String(name)}</Bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newest.map(([time, ...values]) => (
            <Table.Tr key={String(time)}>
              <Table.Td>
                <Bdi>{String(time)}</Bdi>
              </Table.Td>
              {values.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other key
                <Table.Td key={column}>
                  <Bdi>{typeof value === 'number' ? number(value) : '–'}</Bdi>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > maxRows && (
        <Text size="xs" c="dimmed">
          {t('chart.newestOnly', { most: maxRows })}
        </Text>
      )}
    </section>
  );
}
