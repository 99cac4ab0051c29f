import type { ReactNode } from 'react';
import type { Access, AccessContext } from '#platform/common/access.ts';
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
