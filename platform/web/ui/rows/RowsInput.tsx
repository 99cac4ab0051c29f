import { ActionIcon, Button, Group, type MantineSpacing, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { iconSizes } from '../../theme.ts';

type InputRow<Row> = {
  row: Row;
  index: number;
  change(part: Partial<Row>): void;
  replace(row: Row): void;
  /** The button that removes the row. */
  remove: ReactNode;
};

type Props<Row> = {
  value: readonly Row[];
  onChange(value: Row[]): void;
  /** A row that is added; without it rows are only removed. */
  newRow?: (() => Row) | undefined;
  addLabel: string;
  /** The accessible name of the add button, if its text does not name what is added. */
  addName?: string | undefined;
  /** The field of the form, by which the add button takes the focus when a row is missing. */
  name?: string;
  /** Names the button that removes a row. */
  removeLabel(row: Row, index: number): string;
  least?: number;
  most?: number;
  disabled?: boolean;
  gap?: MantineSpacing;
  /** Further inputs next to the add button. */
  tools?: ReactNode;
  children(row: InputRow<Row>): ReactNode;
};

/** Rows of a form field that are added, changed and removed. The field lays out each row and its remove button. */
export function RowsInput<Row extends object>(props: Props<Row>) {
  const { value, onChange, newRow, addLabel, addName, name, removeLabel, tools, children } = props;
  const { least = 0, most = Number.POSITIVE_INFINITY, disabled = false, gap = 'sm' } = props;
  const replaceAt = (at: number, row: Row) => onChange(value.map((other, index) => (index === at ? row : other)));
  return (
    <Stack gap={gap}>
      {value.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key, every field can change, and they keep their order
        <Fragment key={index}>
          {children({
            row,
            index,
            change: (part) => replaceAt(index, { ...row, ...part }),
            replace: (next) => replaceAt(index, next),
            remove: (
              <ActionIcon
                size="lg"
                aria-label={removeLabel(row, index)}
                disabled={disabled || value.length <= least}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <IconTrash size={iconSizes.md} aria-hidden />
              </ActionIcon>
            ),
          })}
        </Fragment>
      ))}
      {(newRow || tools) && (
        <Group align="end" gap="xs">
          {newRow && value.length < most && (
            <Button
              {...(name ? { name } : {})}
              {...(addName ? { 'aria-label': addName } : {})}
              variant="default"
              disabled={disabled}
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={() => onChange([...value, newRow()])}
            >
              {addLabel}
            </Button>
          )}
          {tools}
        </Group>
      )}
    </Stack>
  );
}
