import type { ReactNode } from 'react';
import type { Access, AccessContext } from '#platform/common/access.ts';
import { useStore } from '../client/store.ts';
import { currentDenial } from './session.ts';
import { type Me, sessionStore } from './session-store.ts';

/** The signed-in person. Pages behind the guard always have one. */
export function useMe(): Me {
  const me = useStore(sessionStore, (state) => state.me);
  if (!me) throw new Error('Nobody is signed in');
  return me;
}

/** What an access is judged against: route parameters, or the structure in which the thing stands (null: in none). */
export type On = Pick<AccessContext, 'params' | 'resource'>;

/** Whether the person may; follows changes of permissions. */
export const usePermitted = (access: Access, on?: On): boolean =>
  useStore(sessionStore, () => currentDenial(access, on) === null);

/** Shows its children only to those who may. */
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
