import { deviceAppHandlers } from '#core/device-app/server/api.ts';
import { deviceHistoryHandlers } from '#core/devices/server/api.ts';
import { holdsPlaces } from '#core/places/server/api.ts';
import { proofHandlers } from '#core/proofs/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { rodent } from '../app.ts';
import { moveTraps } from './moved-traps.ts';
import { starters } from './starters.ts';
import './tables.ts';
import { dueVisits } from './visits/missed-visits.ts';
import { dueReviews, policyHandlers } from './visits/policy.ts';
import { visitHandlers } from './visits/visit-handlers.ts';
import { dueRecommendations } from './visits/visit-records.ts';
import { readVisit } from './visits/visits.ts';

/** A site stays while it has visits. */
const visited = holdsPlaces({ app: 'rodent', what: 'visits', table: 'rodent_visit' });

export const rodentServer = serve(
  rodent,
  {
    ...deviceAppHandlers(rodent, starters),
    deviceHistory: deviceHistoryHandlers('rodent'),
    policy: policyHandlers,
    visit: visitHandlers,
    visitProof: proofHandlers({ app: 'rodent', type: 'visit' }, readVisit),
  },
  {
    listeners: {
      inTransaction: {
        'devices.moved': moveTraps,
        'structure.removing': visited['structure.removing'],
      },
    },
    dues: [dueVisits, dueRecommendations, dueReviews],
    history: {
      tables: {
        rodent_trap: { about: ['structureId'] },
        rodent_policy: { silent: ['reviewAlarmAt'] },
        rodent_visit: { about: ['structureId'], silent: ['missedAt', 'signature'] },
      },
    },
  },
);
