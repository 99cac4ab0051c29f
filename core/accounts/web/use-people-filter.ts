import { useMemo } from 'react';
import { useMe, usePermitted } from '#platform/web/session/hooks.tsx';
import type { Filter } from '#platform/web/ui/list/filters.ts';
import { api } from './api.ts';

/** A filter by one of the people of the company that is acted for, found by name; none for who may not see them. */
export function usePeopleFilter(): readonly Filter[] {
  const { actingFor } = useMe().session;
  const reads = usePermitted(api.staff.list.route.access);
  return useMemo(() => (reads && actingFor !== null ? [byPerson(actingFor)] : []), [reads, actingFor]);
}

const byPerson = (companyId: number): Filter => ({
  field: 'userId',
  name: 'person',
  kind: 'select',
  single: true,
  async search({ search, skip, limit }) {
    const page = await api.staff.list.send({
      params: { id: companyId },
      list: { limit, skip, total: true, ...(search ? { search } : {}) },
    });
    return {
      data: page.data.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}` })),
      totalRecords: page.totalRecords,
    };
  },
});
