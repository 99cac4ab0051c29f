import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useShownAlarm } from '#core/alarms/web/parts.tsx';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { api } from '../api.ts';
import { PremisesNotes } from '../premises/PremisesNotes.tsx';
import { ActionPlan } from './ActionPlan.tsx';
import { CallContacts } from './CallContacts.tsx';
import { Earlier } from './Earlier.tsx';
import { Hits } from './Hits.tsx';
import { IncidentPdf } from './IncidentPdf.tsx';
import { LitPlans } from './LitPlans.tsx';
import { OnTheWay } from './OnTheWay.tsx';
import { PoliceDesk } from './police/PoliceDesk.tsx';
import { PoliceOfSite } from './police/PoliceOfSite.tsx';
import { PoliceSteps } from './police/PoliceSteps.tsx';
import { TakeOver } from './TakeOver.tsx';
import { hasFile, useIncidentFile } from './use-incident-file.ts';

/** What the details of an incident have in addition to those of any alarm. */
export function PlacedPart() {
  const alarm = useShownAlarm();
  return hasFile(alarm) ? <Incident key={alarm.id} alarm={alarm} /> : null;
}

function Incident({ alarm }: { alarm: AlarmDetail }) {
  const client = useQueryClient();
  const { query, key } = useIncidentFile(alarm);
  useLive(
    ['alarms'],
    ({ data }) => {
      if (typeof data !== 'object' || data === null || !('id' in data) || data.id !== alarm.id) return;
      refetchQueries(client, key);
      refetchQueries(client, api.incident.plans.key({ params: { id: alarm.id } }));
    },
    key,
  );
  const file = query.data;
  // What comes before the actions shows that it is loading, or why it is not.
  if (!file) return null;
  return (
    <Stack gap="md">
      <OnTheWay alarm={alarm} file={file} />
      <TakeOver alarm={alarm} file={file} />
      <PoliceDesk alarm={alarm} file={file} />
      <PoliceSteps alarm={alarm} />
      {file.premises && <PremisesNotes file={file.premises} />}
      <CallContacts alarm={alarm} file={file} />
      <Hits alarm={alarm} file={file} />
      <LitPlans alarm={alarm} />
      <ActionPlan alarm={alarm} file={file} />
      <PoliceOfSite file={file} />
      <Earlier file={file} />
      <IncidentPdf alarm={alarm} />
    </Stack>
  );
}
