import type { SliceServer } from '#platform/server/serve.ts';
import { depotServer } from './depot/server.ts';
import { roomsServer } from './rooms/server.ts';
import { sampleServer } from './sample/server.ts';

/** Apps for the tests of core and platform, which must not depend on an app of the product. */
export const testApps: readonly SliceServer[] = [sampleServer, roomsServer, depotServer];
