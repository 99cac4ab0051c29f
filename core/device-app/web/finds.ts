import type { Alarm } from '#core/alarms/common/alarm.ts';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Finder, finder, joined, searched } from '#platform/web/shell/finder.ts';
import { type DeviceAppCalls, deviceAppOf } from './use-device-app.ts';

type AlarmCalls = DeviceAppCalls['operationalAlarm' | 'statusAlarm'];

function alarmFinder(app: AppManifest, name: string, { live }: Pick<AlarmCalls, 'live'>): Finder {
  return finder({
    name: `pages.alarms-${name}`,
    icon: 'bell',
    list: live,
    show: ({ id, kind, subject, structure }: Alarm, word) => ({
      title: word(`alarms.${kind}`),
      subtitle: joined(subject.name, structure?.name),
      to: alarmAddress(app, name, id),
    }),
    all: (text) => searched(alarmAddress(app, name), text),
  });
}

/** Devices and alarms of an app, as Ctrl-K finds them. */
export function deviceAppFinds(app: AppManifest): readonly Finder[] {
  const { calls } = deviceAppOf(app);
  return [
    finder({
      name: 'pages.devices-list',
      icon: 'device',
      list: calls.device.list,
      show: (device) => ({
        title: device.name,
        subtitle: joined(device.serial, device.structure?.name),
        to: deviceAddress(app, device),
      }),
    }),
    alarmFinder(app, 'operational', calls.operationalAlarm),
    alarmFinder(app, 'status', calls.statusAlarm),
  ];
}
