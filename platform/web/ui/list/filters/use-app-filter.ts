import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAppNames } from '../../../i18n/texts.ts';

type AppFilter = { field: 'app'; kind: 'select'; options: { value: string; label: string }[] };

/**
 * The filter by app of a list of several apps; none for one app. `chosen` are the apps that the address filters by, all
 * without a filter; `nameOf` is the name of a row's app.
 */
export function useAppFilter(apps: readonly AppManifest[]) {
  const [params] = useSearchParams();
  const names = useAppNames(apps);
  const value = params.get('app') ?? '';
  return useMemo(() => {
    const ids = value.split(',').filter(Boolean);
    const chosen = ids.length > 0 ? apps.filter(({ id }) => ids.includes(id)) : apps;
    const options = apps.map((app) => ({ value: app.id, label: names(app) }));
    const filters: AppFilter[] = apps.length > 1 ? [{ field: 'app', kind: 'select', options }] : [];
    return {
      chosen,
      filters,
      nameOf: ({ app: id }: { app: string }) => names(apps.find((app) => app.id === id) ?? { id, brand: id }),
    };
  }, [apps, names, value]);
}
