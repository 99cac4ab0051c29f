import { type Finder, finder, joined } from '#platform/web/shell/finder.ts';
import { alarmsAddress, deviceAddress } from './addresses.ts';
import { api } from './api.ts';

const alarmsOf = (of: 'operational' | 'status'): Finder =>
  finder({
    name: `pages.alarms-${of}`,
    icon: 'bell',
    list: of === 'operational' ? api.operationalAlarm.live : api.statusAlarm.live,
    show: ({ id, kind, device, structure }, word) => ({
      title: word(`alarms.${kind}`),
      subtitle: joined(device.name, structure?.name),
      to: alarmsAddress(of, `?alarm=${id}`),
    }),
    all: (text) => alarmsAddress(of, `?${new URLSearchParams({ search: text })}`),
  });

export const finds: readonly Finder[] = [
  finder({
    name: 'pages.devices-list',
    icon: 'device',
    list: api.device.list,
    show: (device) => ({
      title: device.name,
      subtitle: joined(device.serial, device.structure?.name),
      to: deviceAddress(device),
    }),
  }),
  alarmsOf('operational'),
  alarmsOf('status'),
];
