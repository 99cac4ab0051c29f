import { useShownAlarm } from '#core/alarms/web/parts.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Situation } from './Situation.tsx';
import { hasFile, useIncidentFile } from './use-incident-file.ts';

/** What comes before the actions on an incident: how urgent it is, and where. */
export function PlacedPart() {
  const alarm = useShownAlarm();
  return hasFile(alarm) ? <Head key={alarm.id} /> : null;
}

function Head() {
  const alarm = useShownAlarm();
  const { query } = useIncidentFile(alarm);
  return query.data ? <Situation alarm={alarm} file={query.data} /> : <QueryBoundary of={query} />;
}
