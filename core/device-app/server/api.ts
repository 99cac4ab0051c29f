import type { SliceServer } from '#platform/server/serve.ts';
import { installDemo } from './demo.ts';
import type { DeviceDemo } from './demo-types.ts';
import { startVirtualDevices } from './simulator.ts';

export type { DeviceDemo } from './demo-types.ts';
export { deviceAppHandlers } from './handlers.ts';

/** What `serve` takes of an app with devices for the demo: its devices with a history, and what lets them live. */
export const deviceAppDemo = (demo: DeviceDemo): Pick<SliceServer, 'demo' | 'simulate'> => ({
  demo: (kit) => installDemo(kit, demo),
  simulate: (kit) => startVirtualDevices(kit, demo),
});
