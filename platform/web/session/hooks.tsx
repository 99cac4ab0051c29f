import type { ReactNode } from 'react';
import { type Access, type AccessContext, anyAccount } from '#platform/common/access.ts';
import { useStore } from '../client/store.ts';
import { currentDenial } from './session.ts';
import { type Me, sessionStore } from './session-store.ts';

/** The signed-in person. Pages behind the guard always have one. Throws without one. */
export function useMe(): Me {
  const me = useStore(sessionStore, (state) => state.me);
  if (!me) throw new Error('Nobody is signed in');
  return me;
}

/** The subject of an access check: route parameters, or the structure of the record (null: it has none). */
export type On = Pick<AccessContext, 'params' | 'resource'>;

/** Whether access is granted; follows changes of permissions. */
export const usePermitted = (access: Access, on?: On): boolean =>
  useStore(sessionStore, () => currentDenial(access, on) === null);

type Guarded = { key: string; access?: Access };

/** The items to which the person has access; `onOf` gives the record that an item is about. */
export function usePermittedOf<Item extends Guarded>(
  items: readonly Item[],
  onOf: (item: Item) => On | undefined,
): readonly Item[] {
  const isPermitted = (item: Item) => currentDenial(item.access ?? anyAccount, onOf(item)) === null;
  // A text stays equal while the permissions are the same.
  const keys = useStore(sessionStore, () =>
    items
      .filter(isPermitted)
      .map(({ key }) => key)
      .join(' '),
  ).split(' ');
  return items.filter(({ key }) => keys.includes(key));
}

/** Shows its children if access is granted. */
export function Can({
  access,
  on,
  children,
  otherwise = null,
}: {
  access: Access;
  on?: On;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return usePermitted(access, on) ? children : otherwise;
}
