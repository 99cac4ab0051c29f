import { ActionIcon, Button, Group, Input } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';
import classes from './Schedules.module.css';

type Props<Row> = {
  /** The name of the add button, which takes the focus when a row is invalid. */
  name: string;
  label: string;
  error: ReactNode;
  rows: readonly Row[];
  /** Shown while there are no rows. */
  empty: string;
  addLabel: string;
  /** Further buttons next to the add button. */
  actions?: ReactNode;
  onAdd(): void;
  onRemove(index: number): void;
  title(row: Row): string;
  summary(row: Row): ReactNode;
  /** Shown below a row while it is collapsed. */
  collapsedContent?(row: Row): ReactNode;
  /** Whether the row cannot be saved. */
  invalid(row: Row): boolean;
  /** The form fields of an expanded row. */
  children(row: Row, index: number): ReactNode;
};

/** Rows of a form field; one at a time can be expanded for editing. */
export function EditableRows<Row>(props: Props<Row>) {
  const {
    name,
    label,
    error,
    rows,
    empty,
    addLabel,
    actions,
    onAdd,
    onRemove,
    title,
    summary,
    collapsedContent,
    invalid,
    children,
  } = props;
  const t = useText();
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      {rows.length === 0 && <Input.Description>{empty}</Input.Description>}
      <ul className={classes.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no stable key, every field can change
          <li key={index}>
            <div className={classes.row}>
              <div className={classes.about}>
                <bdi>{title(row)}</bdi>
                <div className={classes.summary}>{summary(row)}</div>
                {error && invalid(row) && <Input.Error>{t('checkRow')}</Input.Error>}
              </div>
              <ExpandButton
                open={open === index}
                label={t('editRow', { name: title(row) })}
                onClick={() => setOpen(open === index ? null : index)}
              />
              <ActionIcon
                size="lg"
                aria-label={t('removeRow', { name: title(row) })}
                onClick={() => {
                  setOpen(null);
                  onRemove(index);
                }}
              >
                <IconTrash size={iconSizes.md} aria-hidden />
              </ActionIcon>
            </div>
            {open === index ? <div className={classes.fields}>{children(row, index)}</div> : collapsedContent?.(row)}
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="xs">
        <Button
          name={name}
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => {
            setOpen(rows.length);
            onAdd();
          }}
        >
          {addLabel}
        </Button>
        {actions}
      </Group>
    </Input.Wrapper>
  );
}

function ExpandButton({ open, label, onClick }: { open: boolean; label: string; onClick(): void }) {
  const Icon = open ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon size="lg" aria-expanded={open} aria-label={label} onClick={onClick}>
      <Icon size={iconSizes.md} aria-hidden />
    </ActionIcon>
  );
}
