import { ActionIcon, Button, Checkbox, Group, Popover, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useKitText, useLabels } from '../../../i18n/texts.ts';
import { iconSizes, sizes } from '../../../theme.ts';
import classes from '../ListPage.module.css';
import { type ColumnLayout, defaultLayout, movedItem } from './column-layout.ts';
import { type AnyRow, type Column, columnText } from './columns.tsx';

type Props = {
  namespace: string;
  columns: readonly Column<AnyRow>[];
  layout: ColumnLayout;
  onApply(layout: ColumnLayout | null): void;
};

/** The order and visibility of the columns. */
export function ColumnSettings(props: Props) {
  const t = useKitText();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus width={sizes.dropdown}>
      <Popover.Target>
        <Tooltip label={t('list.columns')} disabled={opened}>
          <ActionIcon size="lg" onClick={() => setOpened(!opened)} aria-label={t('list.columns')}>
            <IconColumns3 size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>{opened && <Settings {...props} onClose={() => setOpened(false)} />}</Popover.Dropdown>
    </Popover>
  );
}

function Settings({ namespace, columns, layout, onApply, onClose }: Props & { onClose(): void }) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const all = columns.map((column) => column.field);
  const [order, setOrder] = useState(() => [
    ...layout.order.filter((field) => all.includes(field)),
    ...all.filter((field) => !layout.order.includes(field)),
  ]);
  const [hidden, setHidden] = useState(layout.hidden);
  const toggle = (field: string, shown: boolean) =>
    setHidden(shown ? hidden.filter((one) => one !== field) : [...hidden, field]);
  const visible = order.filter((field) => !hidden.includes(field)).length;
  const apply = (next: ColumnLayout | null) => {
    onApply(next);
    onClose();
  };
  return (
    <>
      {order.map((field, position) => {
        const name = label(columnText(columns.find((one) => one.field === field) ?? { field }));
        return (
          <div key={field} className={classes.columnRow}>
            <Checkbox
              size="xs"
              className={classes.columnName}
              label={name}
              checked={!hidden.includes(field)}
              disabled={visible === 1 && !hidden.includes(field)}
              onChange={(event) => toggle(field, event.currentTarget.checked)}
            />
            <ActionIcon
              size="sm"
              aria-label={t('list.moveUp', { name })}
              disabled={position === 0}
              onClick={() => setOrder(movedItem(order, position, position - 1))}
            >
              <IconChevronUp size={iconSizes.sm} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={t('list.moveDown', { name })}
              disabled={position === order.length - 1}
              onClick={() => setOrder(movedItem(order, position, position + 1))}
            >
              <IconChevronDown size={iconSizes.sm} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <Group justify="space-between" mt="sm">
        <Button
          variant="subtle"
          size="xs"
          onClick={() => apply(null)}
          disabled={JSON.stringify({ order, hidden }) === JSON.stringify(defaultLayout(columns))}
        >
          {t('actions.reset')}
        </Button>
        <Button size="xs" onClick={() => apply({ order, hidden })}>
          {t('actions.apply')}
        </Button>
      </Group>
    </>
  );
}
