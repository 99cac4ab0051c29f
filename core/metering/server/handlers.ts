import type { AppManifest } from '#platform/common/define-app.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { MeteringRoutes } from '../common/metering.ts';
import { meterBillHandlers } from './bills/bills.ts';
import { budgetHandlers } from './budgets.ts';
import { meterHandlers, segmentPhotoHandlers } from './meter-handlers.ts';
import { tariffHandlers } from './tariffs.ts';

type MeteringHandlers = { [Name in keyof MeteringRoutes]: Handlers<MeteringRoutes[Name]> };

/** Serves `meteringRoutes(app.id)`. The manifest declares `metering`. */
export const meteringHandlers = (app: AppManifest): MeteringHandlers => ({
  meter: meterHandlers(app),
  budget: budgetHandlers(app),
  segmentPhoto: segmentPhotoHandlers(app),
  tariff: tariffHandlers(app),
  bill: meterBillHandlers(app),
});
