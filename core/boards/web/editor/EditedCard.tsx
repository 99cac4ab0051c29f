import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core';
import { IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from '../api.ts';
import classes from '../Board.module.css';
import type { EditedWidget } from '../layout.ts';
import { useWidgetName, WidgetContent } from '../WidgetFrame.tsx';

const arrows: Record<string, readonly [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Props = {
  app: AppManifest;
  widget: EditedWidget;
  mirrored: boolean;
  held: boolean;
  onHold(held: boolean): void;
  /** By columns in the reading direction, and rows. */
  onMove(columns: number, rows: number): void;
  onResize(columns: number, rows: number): void;
  onOptions(): void;
  onRemove(): void;
};

/** A widget in the editor. Its title is the handle: Enter picks it up, arrows move it, with Shift they resize it. */
export function EditedCard({ app, widget, mirrored, held, onHold, onMove, onResize, onOptions, onRemove }: Props) {
  const t = useText();
  const name = useWidgetName(widget.kind);
  const onKey = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (event.key === 'Enter' || event.key === ' ') onHold(!held);
    else if (!held) return;
    else if (event.key === 'Escape') onHold(false);
    else if (step) {
      const [columns, rows] = step;
      (event.shiftKey ? onResize : onMove)(mirrored ? -columns : columns, rows);
    } else return;
    event.preventDefault();
  };
  return (
    <section
      className={`${classes.widget} ${classes.card}`}
      data-widget={widget.kind}
      data-held={held || undefined}
      aria-label={name}
    >
      <div className={classes.head}>
        <UnstyledButton
          className={classes.handle}
          data-handle
          aria-pressed={held}
          aria-label={t('edit.move', { name })}
          onKeyDown={onKey}
          onBlur={() => held && onHold(false)}
        >
          <IconGripVertical size={iconSizes.md} aria-hidden />
          <span>{name}</span>
        </UnstyledButton>
        <ActionIcon aria-label={t('edit.options', { name })} onClick={onOptions}>
          <IconSettings size={iconSizes.md} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('edit.remove', { name })} onClick={onRemove}>
          <IconTrash size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.content} inert>
        <Suspense fallback={<Skeleton h="100%" />}>
          <WidgetContent app={app} widget={widget} />
        </Suspense>
      </div>
    </section>
  );
}
