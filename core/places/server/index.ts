import { ownsGroupResources } from '#core/permissions/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { places } from '../app.ts';
import { spaceKinds } from '../common/space-kinds.ts';
import { geocoderHandlers } from './addresses.ts';
import { areaHandlers } from './areas.ts';
import { demo } from './demo.ts';
import { floorHandlers } from './floors/floors.ts';
import { spaceHandlers } from './floors/spaces.ts';
import { geofenceHandlers } from './geofences.ts';
import { areStructuresOf } from './group-resources.ts';
import { floorNamed, spaceNamed } from './place-names.ts';
import { siteChoiceHandlers } from './site-choices.ts';
import { structureImportHandlers } from './structures/structure-import.ts';
import { structureHandlers } from './structures/structures.ts';
import './tables.ts';

ownsGroupResources(areStructuresOf);

export const placesServer = serve(
  places,
  {
    address: geocoderHandlers,
    area: areaHandlers,
    structure: structureHandlers,
    siteChoice: siteChoiceHandlers,
    structureImport: structureImportHandlers,
    floor: floorHandlers,
    space: spaceHandlers,
    geofence: geofenceHandlers,
  },
  {
    registries: [spaceKinds],
    demo,
    history: {
      // The log has their changes under their structure, so it does not find their names by their own ids.
      names: { floor: () => floorNamed, space: () => spaceNamed },
      tables: { space: { silent: ['isInner', 'parentIsInner'], words: { kind: 'spaceKinds' } } },
    },
    // All resources of a map style must come from the origin of the style itself.
    origins: ({ tiles }) => (tiles ? [new URL(tiles.url).origin] : []),
  },
);
