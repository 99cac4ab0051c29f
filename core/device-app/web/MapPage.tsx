import { deviceAddress } from '#core/devices/common/device-address.ts';
import { LiveMap, trackingCalls } from '#core/tracking/web/parts.tsx';
import { useDeviceApp } from './use-device-app.ts';

/** The newest places of the devices of an app that report positions, live. */
export function MapPage() {
  const { app } = useDeviceApp();
  return <LiveMap calls={trackingCalls(app)} addressOf={(device) => deviceAddress(app, device)} />;
}
