import type { AnyRoute } from '#platform/common/route.ts';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import type { GroupSource } from './source.ts';

export type GroupPerson = { id: number; firstName: string; lastName: string; email: string };
export const fullName = (person: GroupPerson) => `${person.firstName} ${person.lastName}`;

/** The call that lists the people of the company, through the kind of groups that the person may change. */
export function usePeople(source: GroupSource): Endpoint<AnyRoute> {
  const may = usePermitted(source.permission.users.route.access);
  return may ? source.permission.users : source.notification.users;
}
