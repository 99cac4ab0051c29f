import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { type Client, declaredList, type Endpoint } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { FittingRoutes } from '../common/fitting.ts';
import '../common/manifest.ts';

type Routes = { fitting: FittingRoutes };
export type FittingCalls = Client<Routes>['fitting'];
const mounted = mountedCalls<Routes>('fitting');
/** The calls of an app that mounts them. */
export const fittingCalls = (app: AppManifest): FittingCalls => mounted.of(app).fitting;
export const hasFittings = (app: AppManifest): boolean => mounted.areIn(app);

export type ShownCarrier = {
  type: string;
  label: string;
  /** The app's list of the records. */
  list: Endpoint<AnyRoute>;
  addressOf(id: number): string;
};

/** The kinds of records of an app that devices are fitted to. */
export function useCarriers(app: AppManifest): ShownCarrier[] {
  const { label } = useLabels(app.id);
  return useMemo(
    () =>
      Object.entries(app.carriers ?? {}).map(([type, { list, page }]) => ({
        type,
        label: label(`carriers.${type}`),
        list: declaredList(app, list),
        addressOf: (id) => `${app.web}/${page.replace('{id}', String(id))}`,
      })),
    [app, label],
  );
}
