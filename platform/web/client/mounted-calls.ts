import type { AppManifest } from '#platform/common/define-app.ts';
import type { RouteSet } from '#platform/common/route.ts';
import { type Client, clientOf } from './client-of.ts';

export type MountedCalls<Routes extends Record<string, RouteSet>> = {
  /** The calls of an app. Returns the same object each time. Throws for an app that does not mount the sets. */
  of(app: AppManifest): Client<Routes>;
  /** Whether an app mounts the sets. */
  areIn(app: AppManifest): boolean;
};

/**
 * The calls of route sets that several apps mount, with the types that the sets declare: an app remembers the types of
 * its own manifest only. `sets`: those whose absence is an error.
 */
export function mountedCalls<Routes extends Record<string, RouteSet>>(
  ...sets: readonly (keyof Routes & string)[]
): MountedCalls<Routes> {
  const cached = new WeakMap<AppManifest, Client<Routes>>();
  const missingIn = ({ routes }: AppManifest) => sets.filter((set) => !routes[set]);
  return {
    of(app) {
      const missing = missingIn(app);
      if (missing.length > 0) throw new Error(`The app ${app.id} does not mount ${missing.join(', ')}`);
      const calls = cached.get(app) ?? (clientOf(app) as unknown as Client<Routes>);
      cached.set(app, calls);
      return calls;
    },
    areIn: (app) => missingIn(app).length === 0,
  };
}
