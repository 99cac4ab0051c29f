import placeIcons from 'virtual:place-icons';
import { IconSquare } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useDeclaredNames } from '#platform/web/session/declared-names.ts';
import { otherKind, spaceKinds } from '../../common/space-kinds.ts';

const other = { namespace: 'places', key: `spaceKinds.${otherKind}` };

/** The kinds of spaces: those of the core, and of the apps that the company holds. */
export function useSpaceKinds() {
  const { specOf, labelOf, options } = useDeclaredNames(spaceKinds, 'spaceKinds', other);
  return useMemo(() => {
    // A kind whose app is gone is shown as another space.
    const of = (kind: string) => specOf(kind) ?? specOf(otherKind);
    return {
      specOf: of,
      labelOf,
      iconOf: (kind: string) => placeIcons[of(kind)?.icon ?? ''] ?? IconSquare,
      options,
    };
  }, [specOf, labelOf, options]);
}
