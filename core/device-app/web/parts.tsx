export { AddDeviceAt } from './AddDeviceAt.tsx';
export { addAddress as addDeviceAddress, allDevicesAddress, listAddress } from './addresses.ts';
export { DeviceFrame, type DeviceTab } from './DeviceFrame.tsx';
export { DeviceOverview, type SolutionPanels } from './DeviceOverview.tsx';
export { GettingStarted } from './GettingStarted.tsx';
export { deviceAppPages, deviceAppParts, deviceMap } from './pages.ts';
export { toneOf } from './site-tones.ts';
export { useSolutionName } from './solution-name.ts';
export { type DeviceApp, deviceAppOf, useDeviceApp } from './use-device-app.ts';
