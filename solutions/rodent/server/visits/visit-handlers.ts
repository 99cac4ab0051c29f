import type { Handlers } from '#platform/server/serve.ts';
import type { visitRoutes } from '../../common/visits/visit.ts';
import { sendReport } from '../documents/visit-documents.ts';
import { addLines } from './lines.ts';
import { addAddendum, sheetOf } from './sheet.ts';
import { findTechnicians } from './technicians.ts';
import { addMaterial, addRecommendation, recommendationStep } from './visit-records.ts';
import { visitSteps } from './visits.ts';

export const visitHandlers: Handlers<typeof visitRoutes> = {
  ...visitSteps,
  technicians: findTechnicians,
  sheet: sheetOf,
  line: addLines,
  material: addMaterial,
  recommend: addRecommendation,
  addendum: addAddendum,
  pdf: sendReport,
  recommendationDone: recommendationStep('done'),
  recommendationRejected: recommendationStep('reject'),
};
