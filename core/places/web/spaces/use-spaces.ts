import { useList } from '#platform/web/client/hooks.ts';
import { api } from '../api.ts';

type Wanted = { companyId: number; structureId: number; floorId: number | null; kind: string; search: string };

/** The first spaces of a kind in a structure, or on a floor of it, that match a search. */
export const useSpaces = ({ companyId, structureId, floorId, kind, search }: Wanted, limit: number) =>
  useList(
    api.space.list,
    {
      limit,
      total: true,
      filter: { kind: [kind], ...(floorId === null ? {} : { floorId: [String(floorId)] }) },
      ...(search ? { search } : {}),
    },
    { params: { companyId, id: structureId } },
  );
