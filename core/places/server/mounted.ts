import { records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { geofenceRoutesAt, spaceRoutesAt, structureRoutesAt } from '../common/mounted.ts';
import { type Space, space } from '../common/space.ts';
import { type Structure, structure } from '../common/structure.ts';
import { spaceOptions } from './floors/space-writer.ts';
import { geofenceHandlers } from './geofences.ts';
import { structureOptions } from './structures/structure-writer.ts';

const structures = records<Structure>(structure, structureOptions);
const { history: _, ...spaces } = records<Space>(space, spaceOptions);

/** Serves `structureRoutesAt` of an app. */
export const mountedStructureHandlers: Handlers<ReturnType<typeof structureRoutesAt>> = structures;
/** Serves `spaceRoutesAt` of an app. */
export const mountedSpaceHandlers: Handlers<ReturnType<typeof spaceRoutesAt>> = spaces;
/** Serves `geofenceRoutesAt` of an app. */
export const mountedGeofenceHandlers: Handlers<ReturnType<typeof geofenceRoutesAt>> = geofenceHandlers;
