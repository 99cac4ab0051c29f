import { Group } from '@mantine/core';
import { useShownAlarm } from '#core/alarms/web/parts.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Clock } from './Clock.tsx';
import { RankChip } from './RankChip.tsx';
import { Situation } from './Situation.tsx';
import { hasFile, useIncidentFile } from './use-incident-file.ts';
import classes from './Workbench.module.css';

/** What comes before the actions on an incident: how urgent it is, and where. */
export function PlacedPart() {
  const alarm = useShownAlarm();
  return hasFile(alarm) ? <Head key={alarm.id} /> : null;
}

function Head() {
  const alarm = useShownAlarm();
  const { query } = useIncidentFile(alarm);
  if (query.data) return <Situation alarm={alarm} file={query.data} />;
  // How urgent it is, is known without its file.
  return (
    <>
      <Group gap="sm">
        <RankChip rank={alarm.rank} />
        <span className={classes.clock}>
          <Clock since={alarm.firstAt} until={alarm.closedAt} />
        </span>
      </Group>
      <QueryBoundary of={query} />
    </>
  );
}
