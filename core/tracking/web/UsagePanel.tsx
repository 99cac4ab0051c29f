import { Table, Text } from '@mantine/core';
import { Figure, Figures } from '#core/telemetry/web/parts.tsx';
import { withUnit } from '#platform/common/text/with-unit.ts';
import type { Period } from '#platform/common/time/time.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { quarterMs, quarterOf } from '../common/movement/slot-times.ts';
import { maxTrailDays } from '../common/tracking.ts';
import { useText } from './texts.ts';
import type { TrackingCalls } from './trail.ts';

/** When a device last moved, what it did in the period of the page, and how long it was in each geofence. */
export function UsagePanel({ calls, deviceId }: { calls: TrackingCalls; deviceId: number }) {
  const t = useText();
  const { number, language } = useFormats();
  const { period } = usePeriod({ maxDays: maxTrailDays });
  const usage = useData(
    calls.usage,
    { params: { id: deviceId }, query: period },
    { placeholderData: (before) => before },
  );
  const movement = useData(
    calls.movement,
    { params: { id: deviceId }, query: { ...inQuarters(period), bucket: 'total' } },
    { placeholderData: (before) => before },
  );
  if (!usage.data) return <QueryBoundary of={usage} />;
  if (!movement.data) return <QueryBoundary of={movement} />;
  const { lastMovedAt, utilisation, fences, structures } = usage.data;
  const { metres, drivingS, idleS } = movement.data.total;
  return (
    <Panel title={t('usage.title')}>
      <Figures>
        <Figure name={t('usage.lastMoved')}>
          <Ago at={lastMovedAt} />
        </Figure>
        <Figure name={t('usage.utilisation')}>
          <bdi>{withUnit(number(utilisation * 100, 0), '%')}</bdi>
        </Figure>
        <Figure name={t('usage.distance')}>
          <bdi>{t('km', { value: number(metres / 1000, 1) })}</bdi>
        </Figure>
        <Figure name={t('usage.driving')}>
          <bdi>{formatDuration(drivingS * 1000, language)}</bdi>
        </Figure>
        <Figure name={t('usage.idle')}>
          <bdi>{formatDuration(idleS * 1000, language)}</bdi>
        </Figure>
      </Figures>
      {fences.length === 0 ? (
        <Text c="dimmed">{t('usage.noFences')}</Text>
      ) : (
        <Stays name={t('usage.fence')} rows={fences.map(({ geofence, ...stay }) => ({ ...geofence, ...stay }))} />
      )}
      {structures.length > 0 && (
        <Stays name={t('usage.site')} rows={structures.map(({ structure, ...stay }) => ({ ...structure, ...stay }))} />
      )}
    </Panel>
  );
}

/** The quarters of an hour that a period touches, of which figures of movement are made. */
const inQuarters = ({ from, to }: Period): Period => ({
  from: new Date(quarterOf(Date.parse(from))).toISOString(),
  to: new Date(quarterOf(Date.parse(to) + quarterMs - 1)).toISOString(),
});

type Stay = { id: number; name: string; ms: number; visits: number };

/** How long the device stayed at each place. */
function Stays({ name, rows }: { name: string; rows: readonly Stay[] }) {
  const t = useText();
  const { number, language } = useFormats();
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{name}</Table.Th>
          <Table.Th scope="col">{t('usage.stayed')}</Table.Th>
          <Table.Th scope="col">{t('usage.visits')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((stay) => (
          <Table.Tr key={stay.id}>
            <Table.Td>
              <bdi>{stay.name}</bdi>
            </Table.Td>
            <Table.Td>
              <bdi>{formatDuration(stay.ms, language)}</bdi>
            </Table.Td>
            <Table.Td>{number(stay.visits)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
