import { Button, Table } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { FenceVisit, TrackSegment } from '../common/tracking.ts';
import classes from './Tracking.module.css';
import { useText } from './texts.ts';

/** A month of a van has hundreds of segments. */
const shownAtFirst = 50;
const noVisits: readonly FenceVisit[] = [];

type Props = { segments: readonly TrackSegment[]; fences: readonly FenceVisit[] };

/** The stops, trips and gaps of a period, the newest first, with the geofences entered and left in each. */
export const SegmentTable = memo(function SegmentTable({ segments, fences }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [all, setAll] = useState(false);
  const rows = useMemo(() => [...segments].reverse(), [segments]);
  const visits = useMemo(() => visitsOf(segments, fences), [segments, fences]);
  const headings = ['kind', 'from', 'duration', 'distance', 'topSpeed', 'idle', 'fences'] as const;
  return (
    <Panel title={t('segments.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.table} tabIndex={0} aria-label={t('segments.title')}>
        <Table stickyHeader miw={720}>
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
            {rows.slice(0, all ? rows.length : shownAtFirst).map((segment) => (
              <SegmentRow key={segment.from} segment={segment} visits={visits.get(segment.from) ?? noVisits} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {!all && rows.length > shownAtFirst && (
        <Button variant="default" mt="sm" onClick={() => setAll(true)}>
          {t('segments.all', { shown: number(rows.length) })}
        </Button>
      )}
    </Panel>
  );
});

/** The entries and exits by the beginning of their segment; both lists are sorted by time. */
function visitsOf(segments: readonly TrackSegment[], fences: readonly FenceVisit[]): Map<string, FenceVisit[]> {
  const visits = new Map<string, FenceVisit[]>();
  let at = 0;
  for (const visit of fences) {
    while (at < segments.length && (segments[at]?.to ?? '') <= visit.at) at += 1;
    const segment = segments[at];
    if (segment && visit.at >= segment.from) visits.set(segment.from, [...(visits.get(segment.from) ?? []), visit]);
  }
  return visits;
}

/** Only the segments that changed are rendered again: the list is read every few seconds. */
const SegmentRow = memo(function SegmentRow({
  segment: { kind, from, to, running, towed, metres, topSpeed, idleSeconds },
  visits,
}: {
  segment: TrackSegment;
  visits: readonly FenceVisit[];
}) {
  const t = useText();
  const { date, number, language } = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        {t(`segments.kinds.${kind}`)}
        {towed && ` · ${t('segments.towed')}`}
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
        <bdi>{idleSeconds === 0 ? '–' : formatDuration(idleSeconds * 1000, language)}</bdi>
      </Table.Td>
      <Table.Td>
        {visits.map(({ at, kind, geofence, late }) => (
          <div key={`${at}${geofence.id}`}>
            {t(`segments.${kind}`)} <bdi>{geofence.name}</bdi>
            {late && ` · ${t('segments.late')}`}
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
  );
});
