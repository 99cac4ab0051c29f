import { NumberInput, Select } from '@mantine/core';
import type { Space } from '../../common/space.ts';
import { FloorSelect, SpaceSelect } from '../structures/StructureSelect.tsx';
import { useSpaceKinds } from './use-space-kinds.ts';

type Field = 'kind' | 'floorId' | 'parentId' | 'capacity';
type Props = {
  structure: { id: number; companyId: number };
  form: {
    values: Partial<Record<Field, unknown>>;
    set(name: Field, value: number | string | null): void;
    field(name: Field): { label: string; name: string };
  };
  before?: Space | undefined;
};

const idOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** What a space is and where: its kind, its floor, the space around it, and its capacity. */
export function SpaceFields({ structure, form, before }: Props) {
  const kinds = useSpaceKinds();
  const kind = String(form.values.kind);
  const spec = kinds.specOf(kind);
  const place = { companyId: structure.companyId, structureId: structure.id };
  const known = kinds.options.some(({ value }) => value === kind) ? [] : [{ value: kind, label: kinds.labelOf(kind) }];
  return (
    <>
      <Select
        {...form.field('kind')}
        value={kind}
        data={[...kinds.options, ...known]}
        allowDeselect={false}
        onChange={(next) => {
          if (!next) return;
          const after = kinds.specOf(next);
          form.set('kind', next);
          if (!after?.within) form.set('parentId', null);
          if (!after?.capacity) form.set('capacity', null);
        }}
      />
      <FloorSelect
        {...form.field('floorId')}
        {...place}
        known={before?.floor}
        onChange={(next) => {
          form.set('floorId', next);
          form.set('parentId', null);
        }}
      />
      {spec?.within && (
        <SpaceSelect
          {...form.field('parentId')}
          {...place}
          floorId={idOf(form.values.floorId)}
          kinds={spec.within}
          known={before?.parent}
          except={before?.id}
        />
      )}
      {spec?.capacity && <NumberInput {...form.field('capacity')} min={1} max={100_000} allowDecimal={false} />}
    </>
  );
}
