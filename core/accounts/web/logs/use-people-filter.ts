import { useMemo } from 'react';
import type { ReplyPage } from '#platform/web/client/client-of.ts';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import type { Filter } from '#platform/web/ui/list/filters/filters.ts';
import { api } from '../api.ts';

type Named = { id: number; firstName: string; lastName: string };
type List = NonNullable<Parameters<typeof api.staff.list.send>[0]>['list'];

/**
 * A filter by one of the people of the current company, found by name; none if the caller may not see them.
 */
export function usePeopleFilter(): readonly Filter<'userId'>[] {
  const { actingFor } = useMe().session;
  const reads = usePermitted(api.staff.list.route.access);
  return useMemo(
    () =>
      reads && actingFor !== null ? [byPerson((list) => api.staff.list.send({ params: { id: actingFor }, list }))] : [],
    [reads, actingFor],
  );
}

/** A filter by one of the people who run the platform, found by name. */
export const byAdministrator: readonly Filter<'userId'>[] = [byPerson((list) => api.platformStaff.list.send({ list }))];

function byPerson(people: (list: List) => Promise<ReplyPage<Named>>): Filter<'userId'> {
  return {
    field: 'userId',
    name: 'person',
    kind: 'select',
    single: true,
    async search({ search, skip, limit }) {
      const page = await people({ limit, skip, total: true, ...(search ? { search } : {}) });
      return {
        data: page.data.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}` })),
        totalRecords: page.totalRecords,
      };
    },
  };
}
