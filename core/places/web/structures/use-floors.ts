import { useAction } from '#platform/web/client/hooks.ts';
import type { Structure } from '../../common/structure.ts';
import { api } from '../api.ts';
import { useAllRows } from '../use-all-rows.ts';

/** The floors of a structure, the lowest first. */
export const useFloors = ({ companyId, id }: Pick<Structure, 'companyId' | 'id'>) =>
  useAllRows(api.floor.list, {}, { companyId, id });

/** Returns a function that adds several floors to a structure in one call. */
export function useCreateFloors({ companyId, id }: Pick<Structure, 'companyId' | 'id'>) {
  const create = useAction(api.floor.createMany, { invalidates: [api.structure.get] });
  return (floors: readonly { name: string; level: number }[]) =>
    create.ask({ params: { companyId, id }, body: { floors: [...floors] } });
}
