import { ActionIcon, Button, Group, Input } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';
import classes from './Schedules.module.css';

type Props<Row> = {
  /** The button that adds is focused when a row is refused. */
  name: string;
  label: string;
  error: ReactNode;
  rows: readonly Row[];
  /** Says what is missing while there are none. */
  empty: string;
  addLabel: string;
  /** What else adds rows. */
  actions?: ReactNode;
  onAdd(): void;
  onRemove(at: number): void;
  title(row: Row): string;
  summary(row: Row): ReactNode;
  /** What may be done with a row while it is folded. */
  aside?(row: Row): ReactNode;
  /** Something in the row cannot be saved. */
  faulty(row: Row): boolean;
  /** The fields of one row. */
  children(row: Row, at: number): ReactNode;
};

/** Rows within a form, of which one at a time is open to be changed. */
export function EditedRows<Row>(props: Props<Row>) {
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
    aside,
    faulty,
    children,
  } = props;
  const t = useText();
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      {rows.length === 0 && <Input.Description>{empty}</Input.Description>}
      <ul className={classes.rows}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and all of it changes while it is typed
          <li key={at}>
            <div className={classes.row}>
              <div className={classes.about}>
                <bdi>{title(row)}</bdi>
                <div className={classes.summary}>{summary(row)}</div>
                {error && faulty(row) && <Input.Error>{t('checkRow')}</Input.Error>}
              </div>
              <Fold
                open={open === at}
                label={t('editRow', { name: title(row) })}
                onClick={() => setOpen(open === at ? null : at)}
              />
              <ActionIcon
                size="lg"
                aria-label={t('removeRow', { name: title(row) })}
                onClick={() => {
                  setOpen(null);
                  onRemove(at);
                }}
              >
                <IconTrash size={iconSizes.md} aria-hidden />
              </ActionIcon>
            </div>
            {open === at ? <div className={classes.fields}>{children(row, at)}</div> : aside?.(row)}
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

function Fold({ open, label, onClick }: { open: boolean; label: string; onClick(): void }) {
  const Icon = open ? IconChevronUp : IconChevronDown;
  return (
    <ActionIcon size="lg" aria-expanded={open} aria-label={label} onClick={onClick}>
      <Icon size={iconSizes.md} aria-hidden />
    </ActionIcon>
  );
}
