import { Select, type SelectProps } from '@mantine/core';
import { useAllRows } from '#core/places/web/parts.tsx';
import { api } from '../api.ts';

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  locationId: number;
  /** The group that is left out. */
  except?: number;
  value: number | null;
  onChange(value: number | null): void;
};

/** A group of a location. */
export function GroupSelect({ locationId, except, value, onChange, ...props }: Props) {
  const { rows } = useAllRows(api.group.list, { filter: { locationId: [String(locationId)] } });
  return (
    <Select
      {...props}
      value={value === null ? null : String(value)}
      data={rows.filter(({ id }) => id !== except).map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
