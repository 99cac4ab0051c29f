import { useAction, useList } from '#platform/web/client/hooks.ts';
import type { Structure } from '../common/structure.ts';
import { api } from './api.ts';

/** The floors of a structure, the lowest first. */
export const useFloors = ({ companyId, id }: Pick<Structure, 'companyId' | 'id'>) =>
  useList(api.floor.list, { limit: 100, total: false }, { params: { companyId, id } });

/** Adds several floors to a structure at once. */
export function useCreateFloors({ companyId, id }: Pick<Structure, 'companyId' | 'id'>) {
  const create = useAction(api.floor.createMany, { touches: [api.structure.get] });
  return (floors: readonly { name: string; level: number }[]) =>
    create.ask({ params: { companyId, id }, body: { floors: [...floors] } });
}
