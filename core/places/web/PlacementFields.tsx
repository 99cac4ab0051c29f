import type { ComponentProps } from 'react';
import { FloorSelect, SpaceSelect, StructureSelect } from './structures/StructureSelect.tsx';

type PlacementField = 'structureId' | 'floorId' | 'spaceId';
type SelectedPlace = ComponentProps<typeof StructureSelect>['known'];
type Props = {
  companyId: number;
  /** A form with fields for the three ids. */
  form: {
    values: Partial<Record<PlacementField, unknown>>;
    set(name: PlacementField, value: number | null): void;
    field(name: PlacementField): { label: string; name: string };
  };
  /** The kinds of spaces to choose from; all by default. */
  spaceKinds?: readonly string[];
  known: { structure: SelectedPlace; floor: SelectedPlace; space: SelectedPlace };
};

const idOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);

/** Selects structure, floor and space. A change of the structure clears floor and space, a change of the floor the space. */
export function PlacementFields({ companyId, form, known, spaceKinds }: Props) {
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
        kinds={spaceKinds}
        known={known.space}
      />
    </>
  );
}
