import type { DevicePage } from '#core/devices/common/device.ts';

export function DeviceAlarmsTab({ device }: { device: DevicePage }) {
  return <>{device.id}</>;
}
