import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { SeverityChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Alarm } from '../common/alarm.ts';
import classes from './Alarms.module.css';
import { useAlarmTexts } from './alarm-texts.ts';

/** The worst open alarm of a device as a link to it, for the title of the device. */
export function DeviceAlarmBadge({ app, alarm }: { app: AppManifest; alarm: Alarm }) {
  const { title } = useAlarmTexts(app);
  return (
    <Anchor component={Link} to={`?tab=alarms&alarm=${alarm.id}`} className={classes.badge} size="sm">
      <SeverityChip value={alarm.severity} />
      <bdi>{title(alarm)}</bdi>
    </Anchor>
  );
}
