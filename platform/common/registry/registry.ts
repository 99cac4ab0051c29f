import type { AppManifest } from '../define-app.ts';

/** What a slice declares under a name, with the id of the slice, whose texts explain it. */
export type Declared<Spec> = Spec & { app: string };

/** Names that slices declare in their manifests, such as the kinds of notices. */
export type Registry<Spec> = {
  /** What the names are, for messages: `kind of notices`. */
  what: string;
  /**
   * By name, in the order of the slices. The same list of manifests gives the same map. Throws an `Error` if a name is
   * declared twice.
   */
  of(apps: readonly AppManifest[]): ReadonlyMap<string, Declared<Spec>>;
};

/**
 * A registry of what manifests state by name. A slice lists those that it reads under `registries` of `serve`, so that
 * the server does not start with two declarations of one name.
 */
export const registry = <Spec>(
  what: string,
  declared: (app: AppManifest) => Readonly<Record<string, Spec>> | undefined,
): Registry<Spec> => cached(what, (app) => Object.entries(declared(app) ?? {}));

/** A registry of names about which manifests state nothing else. */
export const nameRegistry = (
  what: string,
  declared: (app: AppManifest) => readonly string[] | undefined,
): Registry<object> => cached(what, (app) => (declared(app) ?? []).map((name) => [name, {}]));

function cached<Spec>(what: string, declared: (app: AppManifest) => readonly [string, Spec][]): Registry<Spec> {
  const known = new WeakMap<readonly AppManifest[], ReadonlyMap<string, Declared<Spec>>>();
  return {
    what,
    of(apps) {
      const before = known.get(apps);
      if (before) return before;
      const found = new Map<string, Declared<Spec>>();
      for (const app of apps)
        for (const [name, spec] of declared(app)) {
          const other = found.get(name);
          if (other) throw new Error(`the ${what} "${name}" is declared twice, by ${other.app} and ${app.id}`);
          found.set(name, { ...spec, app: app.id });
        }
      known.set(apps, found);
      return found;
    },
  };
}
