import type { ComponentProps } from 'react';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { api } from './api.ts';

type Props = Omit<ComponentProps<typeof SearchSelect>, 'of' | 'params' | 'filter'> & { companyId: number };
type Within = Props & { structureId: number | null };

/** One of the company's structures, found by its name. */
export function StructureSelect({ companyId, ...props }: Props) {
  return <SearchSelect {...props} of={api.structure.search} params={{ companyId }} />;
}

/** One of a structure's floors, the lowest first. */
export function FloorSelect({ companyId, structureId, ...props }: Within) {
  const params = { companyId, id: structureId ?? 0 };
  return <SearchSelect {...props} of={api.floor.list} params={params} disabled={structureId === null} />;
}

/** One of a structure's spaces; of the floor, if one is named. */
export function SpaceSelect({ companyId, structureId, floorId, ...props }: Within & { floorId: number | null }) {
  const params = { companyId, id: structureId ?? 0 };
  const filter = floorId === null ? undefined : { floorId: String(floorId) };
  return (
    <SearchSelect {...props} of={api.space.list} params={params} filter={filter} disabled={structureId === null} />
  );
}
