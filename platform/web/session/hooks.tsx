import type { ReactNode } from 'react';
import type { Access } from '#platform/common/access.ts';
import { useStore } from '../client/store.ts';
import { denialNow } from './session.ts';
import { type Me, sessionStore } from './session-store.ts';

/** The signed-in person. Pages behind the guard always have one. */
export function useMe(): Me {
  const me = useStore(sessionStore, (state) => state.me);
  if (!me) throw new Error('Nobody is signed in');
  return me;
}

/** Whether the person may; follows changes of permissions. */
export const usePermitted = (access: Access, params?: Record<string, unknown>): boolean =>
  useStore(sessionStore, () => denialNow(access, params) === null);

/** Shows its children only to those who may. */
export function Can({
  access,
  params,
  children,
  otherwise = null,
}: {
  access: Access;
  params?: Record<string, unknown>;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return usePermitted(access, params) ? children : otherwise;
}
