import { rows } from '#platform/server/rows.ts';
import { serve } from '#platform/server/serve.ts';
import { places } from '../app.ts';
import { geofence } from '../common/geofence.ts';
import { areaHandlers } from './areas.ts';
import { countryHandlers } from './countries.ts';
import { demo } from './demo.ts';
import { floorHandlers, spaceHandlers } from './floors.ts';
import { loadGazetteer } from './gazetteer.ts';
import { geofenceHistory } from './geofence-history.ts';
import { structureImportHandlers } from './structure-import.ts';
import { structureHandlers } from './structures.ts';
import './tables.ts';

export const placesServer = serve(
  places,
  {
    country: countryHandlers,
    area: areaHandlers,
    structure: structureHandlers,
    structureImport: structureImportHandlers,
    floor: floorHandlers,
    space: spaceHandlers,
    geofence: { ...rows(geofence), history: geofenceHistory },
  },
  { reference: loadGazetteer, demo },
);
