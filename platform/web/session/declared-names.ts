import { useMemo } from 'react';
import type { Declared, Registry } from '#platform/common/registry/registry.ts';
import { useLabelsOf } from '../i18n/texts.ts';
import { useMe } from './hooks.tsx';
import { registeredApps } from './session.ts';

/** The text for names that no slice declares any more. */
type Other = { namespace: string; key: string };

/**
 * The texts of declared names: `<section>.<name>` of the slice that declares it. `options` has those of the core and of
 * the apps that the company holds, for inputs and filters.
 */
export function useDeclaredNames<Spec>(of: Registry<Spec>, section: string, { namespace, key }: Other) {
  const held = useMe().session.apps;
  const declared = useMemo(() => of.of(registeredApps()), [of]);
  const labelsOf = useLabelsOf(
    useMemo(() => [...new Set([namespace, ...[...declared.values()].map(({ app }) => app)])], [declared, namespace]),
  );
  return useMemo(() => {
    const solutions = new Set(registeredApps().flatMap(({ id, kind }) => (kind === 'solution' ? id : [])));
    const isOffered = ({ app }: Declared<Spec>) => !solutions.has(app) || held.includes(app);
    const labelOf = (name: string) => {
      const app = declared.get(name)?.app;
      return app === undefined ? labelsOf(namespace).label(key) : labelsOf(app).label(`${section}.${name}`);
    };
    return {
      specOf: (name: string) => declared.get(name),
      labelOf,
      /** The texts of the slice that declares a name. */
      labelsOf: (name: string) => labelsOf(declared.get(name)?.app ?? namespace),
      options: [...declared].flatMap(([value, spec]) => (isOffered(spec) ? { value, label: labelOf(value) } : [])),
    };
  }, [declared, labelsOf, held, section, namespace, key]);
}
