import type { SliceServer } from '#platform/server/serve.ts';
import { roomsServer } from './rooms/server.ts';
import { sampleServer } from './sample/server.ts';

/** Apps that only tests have: those of core and platform name no app of the product. */
export const testApps: readonly SliceServer[] = [sampleServer, roomsServer];
