import type { Handlers } from '#platform/server/serve.ts';
import type { analysisRoutes } from '../../common/analysis/analysis.ts';
import { counters } from './counters.ts';
import { timelines } from './timelines.ts';
import { topCustomers } from './top-customers.ts';

export const analysisHandlers: Handlers<typeof analysisRoutes> = { counters, timelines, topCustomers };
