import type { Alarm } from '#core/alarms/common/alarm.ts';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { declaredKindOf } from '#core/alarms/common/rule-kind.ts';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { type SearchProvider, searchAddress, searchProvider, subtitleOf } from '#platform/web/shell/search/search.ts';
import { type DeviceAppCalls, deviceAppOf } from './use-device-app.ts';

type AlarmCalls = DeviceAppCalls['operationalAlarm' | 'statusAlarm'];

function alarmProvider(app: AppManifest, name: string, { live }: Pick<AlarmCalls, 'live'>): SearchProvider {
  return searchProvider({
    name: `pages.alarms-${name}`,
    list: live,
    show: ({ id, kind, names, subject, structure }: Alarm, word) => ({
      title: names?.[currentLanguage()] || names?.en || word(`alarms.${declaredKindOf({ kind })}`),
      subtitle: subtitleOf(subject.name, structure?.name),
      to: alarmAddress(app, name, id),
    }),
    all: (text) => searchAddress(alarmAddress(app, name), text),
  });
}

/** Devices and alarms of an app, as Ctrl-K shows them. */
export function deviceAppSearch(app: AppManifest): readonly SearchProvider[] {
  const { calls } = deviceAppOf(app);
  return [
    searchProvider({
      name: 'pages.devices-list',
      list: calls.device.list,
      show: (device) => ({
        title: device.name,
        subtitle: subtitleOf(device.serial, device.structure?.name),
        to: deviceAddress(app, device),
      }),
    }),
    alarmProvider(app, deviceClass.measured, calls.operationalAlarm),
    alarmProvider(app, deviceClass.technical, calls.statusAlarm),
  ];
}
