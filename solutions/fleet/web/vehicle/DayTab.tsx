import { Stack, Text } from '@mantine/core';
import { useDevice } from '#core/devices/web/parts.tsx';
import { maxTrailDays } from '#core/tracking/common/tracking.ts';
import { TrailPanel } from '#core/tracking/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import type { ShownVehicle } from '../../common/vehicle/vehicle.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { LogLines } from './LogLines.tsx';

/** The journeys and stops of a day, and the trail of the tracker that is in the vehicle now. */
export function DayTab({ vehicle }: { vehicle: ShownVehicle }) {
  return (
    <Stack gap="md">
      {vehicle.tracker && <Trail tracker={vehicle.tracker} />}
      <Journeys id={vehicle.id} />
    </Stack>
  );
}

function Journeys({ id }: { id: number }) {
  const t = useText();
  const { chosen, period, choose } = usePeriod({ maxDays: maxTrailDays });
  const query = useData(api.vehicleLog.list, {
    params: { id },
    query: { ...period, kinds: 'journey,stop,gap', limit: 100 },
  });
  return (
    <Panel title={t('journeys')} aside={<PeriodSelector value={chosen} onChange={choose} maxDays={maxTrailDays} />}>
      {query.data ? (
        query.data.lines.length > 0 ? (
          <LogLines lines={query.data.lines} />
        ) : (
          <EmptyState drawing="log" title={t('noJourneys.title')} text={t('noJourneys.text')} />
        )
      ) : (
        <QueryBoundary of={query} />
      )}
    </Panel>
  );
}

/** A trail shows what the tracker did, also before it was in the vehicle: it says since when it is. */
function Trail({ tracker }: { tracker: NonNullable<ShownVehicle['tracker']> }) {
  const t = useText();
  const { date } = useFormats();
  const { period } = usePeriod({ maxDays: maxTrailDays });
  const { data: device } = useDevice(api.device, tracker.id);
  if (device?.token !== 'active' || period.to <= tracker.since) return null;
  return (
    <>
      {period.from < tracker.since && (
        <Text size="sm" c="dimmed" role="note">
          {t('trailSince', { since: date(tracker.since) })}
        </Text>
      )}
      <TrailPanel calls={api.tracking} device={device} />
    </>
  );
}
