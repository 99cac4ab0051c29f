import { Table } from '@mantine/core';
import { useMemo } from 'react';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { FenceVisit, TrackSegment } from '../common/tracking.ts';
import classes from './Tracking.module.css';
import { useText } from './texts.ts';

/** The stops, trips and gaps of a period, the newest first, with the geofences entered and left in each. */
export function SegmentTable({
  segments,
  fences,
}: {
  segments: readonly TrackSegment[];
  fences: readonly FenceVisit[];
}) {
  const t = useText();
  const { date, number, language } = useFormats();
  const rows = useMemo(() => [...segments].reverse(), [segments]);
  const headings = ['kind', 'from', 'duration', 'distance', 'topSpeed', 'fences'] as const;
  return (
    <Panel title={t('segments.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.table} tabIndex={0} aria-label={t('segments.title')}>
        <Table stickyHeader miw={640}>
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading) => (
                <Table.Th key={heading} scope="col">
                  {t(`segments.${heading}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ kind, from, to, running, metres, topSpeed }) => (
              <Table.Tr key={from}>
                <Table.Td>
                  {t(`segments.kinds.${kind}`)}
                  {running && ` · ${t('segments.running')}`}
                </Table.Td>
                <Table.Td>
                  <Bdi>{date(from)}</Bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{formatDuration(Date.parse(to) - Date.parse(from), language)}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{kind === 'stop' ? '–' : t('km', { value: number(metres / 1000, 1) })}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{topSpeed === null ? '–' : t('speed', { value: number(topSpeed, 0) })}</bdi>
                </Table.Td>
                <Table.Td>
                  {fences
                    .filter(({ at }) => at >= from && at < to)
                    .map(({ at, kind, geofence }) => (
                      <div key={`${at}${geofence.id}`}>
                        {t(`segments.${kind}`)} <bdi>{geofence.name}</bdi>
                      </div>
                    ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Panel>
  );
}
