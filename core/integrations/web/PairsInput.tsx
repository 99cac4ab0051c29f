import { Group, TextInput } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';

export type Pair = readonly [left: string, right: string];
/** The label of a side: for everybody, and with its row for people who do not see where it is. */
type Side = { name: string; label?(left: string): string; maxLength: number };
type Props = {
  value: readonly Pair[];
  left: Side;
  right: Side;
  /** The name of the button that removes a row. */
  removes(left: string): string;
  adds: { text: string; label?: string };
  onChange(value: readonly Pair[]): void;
};

/** Texts with their values, a row each, in the order in which they were written. */
export function PairsInput({ value, left, right, removes, adds, onChange }: Props) {
  return (
    <RowsInput
      value={value}
      onChange={onChange}
      newRow={(): Pair => ['', '']}
      addLabel={adds.text}
      addName={adds.label}
      removeLabel={([one]) => removes(one)}
      gap="xs"
    >
      {({ row: [one, other], replace, remove }) => (
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label={left.label?.(one) ?? left.name}
            placeholder={left.name}
            dir="ltr"
            maxLength={left.maxLength}
            value={one}
            onChange={(event) => replace([event.currentTarget.value, other])}
          />
          <IconEqual size={iconSizes.sm} aria-hidden />
          <TextInput
            aria-label={right.label?.(one) ?? right.name}
            placeholder={right.name}
            dir="ltr"
            maxLength={right.maxLength}
            value={other}
            onChange={(event) => replace([one, event.currentTarget.value])}
          />
          {remove}
        </Group>
      )}
    </RowsInput>
  );
}
