import placeIcons from 'virtual:place-icons';
import { IconSquare } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLabelsOf } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { type DeclaredSpaceKind, otherKind, spaceKindsOf } from '../../common/space-kinds.ts';

/** The kinds of spaces: those of the core, and of the apps that the company holds. */
export function useSpaceKinds() {
  const held = useMe().session.apps;
  const declared = useMemo(() => spaceKindsOf(registeredApps()), []);
  const labelsOf = useLabelsOf(useMemo(() => [...new Set([...declared.values()].map(({ app }) => app))], [declared]));
  return useMemo(() => {
    const solutions = new Set(registeredApps().flatMap(({ id, kind }) => (kind === 'solution' ? id : [])));
    const isOffered = ({ app }: DeclaredSpaceKind) => !solutions.has(app) || held.includes(app);
    // A kind whose app is gone is shown as another space.
    const of = (kind: string) => (declared.has(kind) ? kind : otherKind);
    const specOf = (kind: string) => declared.get(of(kind));
    const labelOf = (kind: string) => labelsOf(specOf(kind)?.app ?? 'places').label(`spaceKinds.${of(kind)}`);
    return {
      specOf,
      labelOf,
      iconOf: (kind: string) => placeIcons[specOf(kind)?.icon ?? ''] ?? IconSquare,
      options: [...declared].flatMap(([value, kind]) => (isOffered(kind) ? { value, label: labelOf(value) } : [])),
    };
  }, [declared, labelsOf, held]);
}
