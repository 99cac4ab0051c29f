import { DeviceAlarms } from '#core/alarms/web/parts.tsx';
import { useAlarmSources } from './alarm-sources.ts';

export function DeviceAlarmsTab({ deviceId }: { deviceId: number }) {
  return <DeviceAlarms sources={useAlarmSources()} deviceId={deviceId} />;
}
