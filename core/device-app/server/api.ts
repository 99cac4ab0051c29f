import type { SliceServer } from '#platform/server/serve.ts';
import { installDemo } from './demo.ts';
import type { DeviceDemo } from './device-demo.ts';
import { startVirtualDevices } from './simulator.ts';

export { demoDeviceSecret } from './demo.ts';
export { behaviorsOf, type DeviceDemo, type VirtualDemo } from './device-demo.ts';
export { deviceAppHandlers } from './handlers.ts';
export { portfolioHandlers, type ReadConsumption } from './portfolio.ts';
export { startVirtualDevices, virtualDevice } from './simulator.ts';
export { readStates, type SiteStateSums, siteStateSums, statesBy } from './site-states.ts';

/** Options of `serve` for the demo of an app with devices: installed devices with a history, and virtual devices. */
export const deviceAppDemo = (demo: DeviceDemo): Pick<SliceServer, 'demo' | 'simulate'> => ({
  demo: (kit) => installDemo(kit, demo),
  simulate: (kit) => startVirtualDevices(kit, demo),
});
