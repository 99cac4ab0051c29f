import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconEqual, IconPlus, IconTrash } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';

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
  const change = (at: number, pair: Pair) => onChange(value.map((one, index) => (index === at ? pair : one)));
  return (
    <Stack gap="xs">
      {value.map(([one, other], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but the one that is edited
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={left.label?.(one) ?? left.name}
            placeholder={left.name}
            dir="ltr"
            maxLength={left.maxLength}
            value={one}
            onChange={(event) => change(index, [event.currentTarget.value, other])}
          />
          <IconEqual size={iconSizes.sm} aria-hidden />
          <TextInput
            aria-label={right.label?.(one) ?? right.name}
            placeholder={right.name}
            dir="ltr"
            maxLength={right.maxLength}
            value={other}
            onChange={(event) => change(index, [one, event.currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={removes(one)}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <IconTrash size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onChange([...value, ['', '']])}
        {...(adds.label ? { 'aria-label': adds.label } : {})}
      >
        {adds.text}
      </Button>
    </Stack>
  );
}
