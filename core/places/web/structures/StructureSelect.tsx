import type { ComponentProps } from 'react';
import { listQuery } from '#platform/web/client/hooks.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { firstOptions, SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { api } from '../api.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'params' | 'filter'> & { companyId: number };
type StructurePartProps = Props & { structureId: number | null };

/** The query of the structures that `StructureSelect` offers before a search. */
export const structureOptions = (companyId: number) =>
  listQuery(queryClient, api.structure.search, firstOptions, { params: { companyId } });

/** Selects a structure of the company. */
export function StructureSelect({ companyId, ...props }: Props) {
  return <SearchSelect {...props} of={api.structure.search} params={{ companyId }} />;
}

/** Selects a floor of the structure. */
export function FloorSelect({ companyId, structureId, ...props }: StructurePartProps) {
  const params = { companyId, id: structureId ?? 0 };
  return <SearchSelect {...props} of={api.floor.list} params={params} disabled={structureId === null} />;
}

type SpaceProps = StructurePartProps & {
  floorId: number | null;
  /** The kinds of spaces to choose from; all by default. */
  kinds?: readonly string[] | undefined;
};

/** Selects a space of the structure, or of the floor if given. */
export function SpaceSelect({ companyId, structureId, floorId, kinds, ...props }: SpaceProps) {
  const params = { companyId, id: structureId ?? 0 };
  const filter = {
    ...(floorId === null ? {} : { floorId: String(floorId) }),
    ...(kinds ? { kind: kinds.join(',') } : {}),
  };
  return (
    <SearchSelect {...props} of={api.space.list} params={params} filter={filter} disabled={structureId === null} />
  );
}
