import type { AnyRoute } from './route.ts';

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/**
 * The same call at another address, for an app that serves it below its own prefix: `/geofence/{id}` at
 * `/geo-fence/{id}`. It has the same handler, so the address has the same parameters.
 */
export function mountAt<R extends AnyRoute>(route: R, path: string): R {
  if (String(namesIn(path)) !== String(namesIn(route.path)))
    throw new Error(`${path} does not have the parameters of ${route.path}`);
  return { ...route, path };
}
