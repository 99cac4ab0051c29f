import { serve } from '#platform/server/serve.ts';
import { defcon } from '../app.ts';
import { demo } from './demo.ts';
import { areaChanged, duePremises, structuresChanged } from './police/assign-police.ts';
import { localityHandlers } from './police/locality-handlers.ts';
import { devicesMoved, premisesHandlers } from './police/premises.ts';
import './tables.ts';

export const defconServer = serve(
  defcon,
  { locality: localityHandlers, premises: premisesHandlers },
  {
    demo,
    dues: [duePremises],
    listeners: {
      inTransaction: {
        'area-shape.changed': areaChanged,
        'structures.changed': structuresChanged,
        'devices.moved': devicesMoved,
      },
    },
    history: {
      tables: {
        defcon_locality: { silent: ['hqCompanyId'] },
        defcon_premises: { about: ['structureId'], silent: ['stationId', 'hqId', 'basis', 'assignAt'] },
      },
    },
  },
);
