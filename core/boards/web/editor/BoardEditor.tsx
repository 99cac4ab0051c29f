import { Alert, Button, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconPlus, IconSettings } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useStore } from '#platform/web/client/store.ts';
import { directionOf, languageStore } from '#platform/web/i18n/i18n.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { type Board, maxWidgets } from '../../common/board.ts';
import { useText } from '../api.ts';
import classes from '../Board.module.css';
import { type EditedWidget, exchanged, firstFit, movedWidget, resized } from '../layout.ts';
import { initialSize, type KnownWidget, widgetOf } from '../registry.ts';
import { AddWidgetPanel } from './AddWidgetPanel.tsx';
import { BoardSettings } from './BoardSettings.tsx';
import { EditedCard } from './EditedCard.tsx';
import { GridEditor } from './GridEditor.tsx';
import { OptionsPanel } from './OptionsPanel.tsx';
import { PhoneEditor } from './PhoneEditor.tsx';
import { nextKey, useBoardEditor } from './use-board-editor.ts';

type Props = { app: AppManifest; board: Board; onDone(): void; onRemove(): void };
type Panel = 'add' | 'settings' | { options: number } | null;

const leastOf = (kind: string) => widgetOf(kind)?.spec.size ?? ([1, 1] as const);

/** Arranges the widgets of a board by mouse, touch and keyboard. */
export function BoardEditor({ app, board, onDone, onRemove }: Props) {
  const phone = usePhone();
  const editor = useBoardEditor(app, board);
  const [panel, setPanel] = useState<Panel>(null);
  const { widgets, change } = editor;
  const remove = (key: number) => change(widgets.filter((widget) => widget.key !== key));
  const add = ({ kind, spec }: KnownWidget) => {
    change([...widgets, { key: nextKey(), kind, options: {}, ...firstFit(widgets, initialSize(spec)) }]);
    setPanel(null);
  };
  const undoByKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    editor.undo();
  };
  const chosen = typeof panel === 'object' && panel ? widgets.find(({ key }) => key === panel.options) : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is a shortcut of the undo button
    <div onKeyDown={undoByKey}>
      <Stack>
        <EditorTools editor={editor} onPanel={setPanel} onDone={() => void editor.save().then(onDone)} />
        {phone ? (
          <PhoneEditor
            widgets={widgets}
            onStep={(key, step) => change(exchanged(widgets, key, step))}
            onOptions={(options) => setPanel({ options })}
            onRemove={remove}
          />
        ) : (
          <GridCards app={app} widgets={widgets} change={change} onPanel={setPanel} onRemove={remove} />
        )}
      </Stack>
      {panel === 'add' && <AddWidgetPanel app={app} onAdd={add} onClose={() => setPanel(null)} />}
      {panel === 'settings' && (
        <BoardSettings
          settings={board}
          onChange={(settings) => void editor.update(settings).then(() => setPanel(null))}
          onRemove={onRemove}
          onClose={() => setPanel(null)}
        />
      )}
      {chosen && (
        <OptionsPanel
          app={app}
          widget={chosen}
          onChange={(options) =>
            change(
              widgets.map((widget) =>
                widget.key === chosen.key ? { ...widget, options: options as EditedWidget['options'] } : widget,
              ),
            )
          }
          onClose={() => setPanel(null)}
        />
      )}
    </div>
  );
}

type GridProps = {
  app: AppManifest;
  widgets: readonly EditedWidget[];
  change(widgets: readonly EditedWidget[]): void;
  onPanel(panel: Panel): void;
  onRemove(key: number): void;
};

/** The grid with its cards; the keyboard can hold one of them. */
export function GridCards({ app, widgets, change, onPanel, onRemove }: GridProps) {
  const t = useText();
  const mirrored = directionOf(useStore(languageStore)) === 'rtl';
  const [held, setHeld] = useState<number | null>(null);
  const holding = widgets.find(({ key }) => key === held);
  return (
    <>
      <VisuallyHidden role="status">
        {holding
          ? t('edit.held', { column: holding.x + 1, row: holding.y + 1, width: holding.w, height: holding.h })
          : ''}
      </VisuallyHidden>
      <GridEditor widgets={widgets} mirrored={mirrored} leastOf={leastOf} onChange={change}>
        {(widget) => (
          <EditedCard
            app={app}
            widget={widget}
            mirrored={mirrored}
            held={widget.key === held}
            onHold={(hold) => setHeld(hold ? widget.key : null)}
            onMove={(columns, rows) => change(movedWidget(widgets, widget.key, columns, rows))}
            onResize={(columns, rows) => change(resized(widgets, widget.key, columns, rows, leastOf(widget.kind)))}
            onOptions={() => onPanel({ options: widget.key })}
            onRemove={() => onRemove(widget.key)}
          />
        )}
      </GridEditor>
    </>
  );
}

type ToolsProps = { editor: ReturnType<typeof useBoardEditor>; onPanel(panel: Panel): void; onDone(): void };

function EditorTools({ editor, onPanel, onDone }: ToolsProps) {
  const t = useText();
  const phone = usePhone();
  const { widgets, state, canUndo, undo } = editor;
  return (
    <>
      <Group gap="xs">
        <Button leftSection={<IconCheck size={iconSizes.md} aria-hidden />} onClick={onDone}>
          {t('edit.done')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
          disabled={widgets.length >= maxWidgets}
          onClick={() => onPanel('add')}
        >
          {t('edit.add')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
          disabled={!canUndo}
          onClick={undo}
        >
          {t('edit.undo')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconSettings size={iconSizes.md} aria-hidden />}
          onClick={() => onPanel('settings')}
        >
          {t('settings.title')}
        </Button>
        <span className={classes.hint} role="status" data-save-state={state}>
          {t(`edit.state.${state}`)}
        </span>
      </Group>
      {!phone && <p className={classes.hint}>{t('edit.help')}</p>}
      {state === 'conflict' && (
        <Alert title={t('conflict.title')} color="orange">
          <Stack gap="sm">
            {t('conflict.text')}
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => void editor.reload()}>
                {t('conflict.reload')}
              </Button>
              <Button size="xs" variant="default" onClick={() => void editor.keepMine()}>
                {t('conflict.keep')}
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
    </>
  );
}
