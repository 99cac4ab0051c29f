import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { api } from '../api.ts';

/** The number of units within a structure, such as flats; 0 if none are entered or the person may not see it. */
export function useUnitCount(companyId: number, structureId: number | null): number {
  const may = usePermitted(api.structure.get.route.access);
  const query = useData(
    api.structure.get,
    { params: { companyId, id: structureId ?? 0 } },
    { silent: true, enabled: may && structureId !== null },
  );
  return query.data?.innerStructures ?? 0;
}
