export { addDemoTracks, type DemoTrack } from './demo.ts';
export { trackingHandlers } from './handlers.ts';
export { fenceChanges } from './position-writer.ts';
export { makeSegments } from './segments.ts';
