import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useShownAlarm } from '#core/alarms/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { ofIncidents } from '../../common/alarms.ts';
import { api } from '../api.ts';
import { ActionPlan } from './ActionPlan.tsx';
import { CallContacts } from './CallContacts.tsx';
import { Earlier } from './Earlier.tsx';
import { Hits } from './Hits.tsx';
import { IncidentPdf } from './IncidentPdf.tsx';
import { OnTheWay } from './OnTheWay.tsx';
import { PoliceDesk } from './PoliceDesk.tsx';
import { PoliceOfSite } from './PoliceOfSite.tsx';
import { Situation } from './Situation.tsx';

/** What the details of an incident have in addition to those of any alarm. */
export function PlacedPart() {
  const alarm = useShownAlarm();
  const { party } = alarm;
  // Tenants and former parties have no file.
  const hasFile = alarm.class === ofIncidents && party?.role !== 'tenant' && !party?.untilAt;
  return hasFile ? <Incident key={alarm.id} alarm={alarm} /> : null;
}

function Incident({ alarm }: { alarm: AlarmDetail }) {
  const client = useQueryClient();
  const params = { id: alarm.id };
  const query = useData(api.incident.file, { params }, { silent: true });
  const key = api.incident.file.key({ params });
  useLive(
    ['alarms'],
    ({ data }) => {
      if (typeof data === 'object' && data !== null && 'id' in data && data.id === alarm.id)
        refetchQueries(client, key);
    },
    key,
  );
  const file = query.data;
  if (!file) return <QueryBoundary of={query} />;
  return (
    <Stack gap="md">
      <Situation alarm={alarm} file={file} />
      <OnTheWay alarm={alarm} file={file} />
      <PoliceDesk alarm={alarm} file={file} />
      <Hits file={file} />
      <CallContacts alarm={alarm} file={file} />
      <ActionPlan alarm={alarm} file={file} />
      <PoliceOfSite file={file} />
      <Earlier file={file} />
      <IncidentPdf alarm={alarm} />
    </Stack>
  );
}
