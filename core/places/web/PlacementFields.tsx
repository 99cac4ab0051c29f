import type { ComponentProps } from 'react';
import { FloorSelect, SpaceSelect, StructureSelect } from './StructureSelect.tsx';

type Part = 'structureId' | 'floorId' | 'spaceId';
type Known = ComponentProps<typeof StructureSelect>['known'];
type Props = {
  companyId: number;
  /** A form with the three ids among its fields. */
  form: {
    values: Partial<Record<Part, unknown>>;
    set(name: Part, value: number | null): void;
    field(name: Part): { label: string; name: string };
  };
  known: { structure: Known; floor: Known; space: Known };
};

const idOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);

/** Where something stands. Another structure leaves the floor and the space behind, another floor the space. */
export function PlacementFields({ companyId, form, known }: Props) {
  const structureId = idOf(form.values.structureId);
  return (
    <>
      <StructureSelect
        {...form.field('structureId')}
        companyId={companyId}
        known={known.structure}
        onChange={(next) => {
          form.set('structureId', next);
          form.set('floorId', null);
          form.set('spaceId', null);
        }}
      />
      <FloorSelect
        {...form.field('floorId')}
        companyId={companyId}
        structureId={structureId}
        known={known.floor}
        onChange={(next) => {
          form.set('floorId', next);
          form.set('spaceId', null);
        }}
      />
      <SpaceSelect
        {...form.field('spaceId')}
        companyId={companyId}
        structureId={structureId}
        floorId={idOf(form.values.floorId)}
        known={known.space}
      />
    </>
  );
}
