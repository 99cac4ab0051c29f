import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { meterBillRoutes } from './bill.ts';
import { budgetRoutes } from './budget.ts';
import { meterRoutes, segmentPhotoRoutes } from './meter.ts';
import { tariffRoutes } from './tariff.ts';

const texts = 'metering';

/**
 * The routes of an app with meters, to be spread into those of its manifest, which also declares `metering` and the
 * alarm `counter-anomaly` of the class `status`. Handlers: `meteringHandlers`.
 */
export const meteringRoutes = (app: string) => ({
  meter: meterRoutes(app),
  budget: budgetRoutes(app),
  segmentPhoto: segmentPhotoRoutes(app),
  tariff: tariffRoutes(app),
  bill: meterBillRoutes(app),
});
export type MeteringRoutes = ReturnType<typeof meteringRoutes>;

/** The pages of tariffs. Components: `meteringPages` of the web parts. */
export function tariffPages(app: string, order = 25): Page[] {
  const can = (action: string) => canDo(`${app}.tariff`, action);
  return [
    page('tariffs', { redirects: ['tariffs/list'] }),
    page('tariffs/list', { sidebar: 'metering', order, icon: 'receipt', access: can('read'), texts }),
    page('tariffs/create', { access: can('create'), texts }),
    page('tariffs/edit/{id}', { access: can('read'), texts }),
  ];
}
