import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSettings, IconTrash } from '@tabler/icons-react';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from '../api.ts';
import classes from '../Board.module.css';
import { type EditedWidget, inReadingOrder } from '../layout.ts';
import { useWidgetName } from '../WidgetFrame.tsx';

type Actions = { onStep(key: number, step: -1 | 1): void; onOptions(key: number): void; onRemove(key: number): void };
type Props = Actions & { widgets: readonly EditedWidget[] };

/** The widgets in reading order, with buttons that move them up and down. */
export function PhoneEditor({ widgets, ...actions }: Props) {
  const order = inReadingOrder(widgets);
  return (
    <ol className={classes.list}>
      {order.map((widget, index) => (
        <Row key={widget.key} widget={widget} first={index === 0} last={index === order.length - 1} {...actions} />
      ))}
    </ol>
  );
}

type RowProps = Actions & { widget: EditedWidget; first: boolean; last: boolean };

function Row({ widget: { key, kind }, first, last, onStep, onOptions, onRemove }: RowProps) {
  const t = useText();
  const name = useWidgetName(kind);
  return (
    <li className={classes.row}>
      <span>{name}</span>
      <ActionIcon size="lg" disabled={first} aria-label={t('edit.up', { name })} onClick={() => onStep(key, -1)}>
        <IconArrowUp size={iconSizes.md} aria-hidden />
      </ActionIcon>
      <ActionIcon size="lg" disabled={last} aria-label={t('edit.down', { name })} onClick={() => onStep(key, 1)}>
        <IconArrowDown size={iconSizes.md} aria-hidden />
      </ActionIcon>
      <ActionIcon size="lg" aria-label={t('edit.options', { name })} onClick={() => onOptions(key)}>
        <IconSettings size={iconSizes.md} aria-hidden />
      </ActionIcon>
      <ActionIcon size="lg" aria-label={t('edit.remove', { name })} onClick={() => onRemove(key)}>
        <IconTrash size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </li>
  );
}
