import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { notifyUnknownError } from '#platform/web/client/connection.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { Board } from '../../common/board.ts';
import { boardCalls } from '../api.ts';
import type { EditedWidget } from '../layout.ts';

const maxUndo = 20;
const autosaveMs = 1000;

type Widgets = readonly EditedWidget[];
/** `conflict`: the board was saved by somebody else meanwhile. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict';

let lastKey = 0;
/** A key for a widget that is edited, unlike those of all others. */
export const nextKey = (): number => ++lastKey;
const edited = ({ widgets }: Board): Widgets => widgets.map((widget) => ({ ...widget, key: nextKey() }));

/** The widgets of a board with the changes of the last twenty steps. */
export function useUndo(initial: () => Widgets) {
  const [steps, setSteps] = useState<readonly Widgets[]>(() => [initial()]);
  const widgets = steps.at(-1) as Widgets;
  return {
    widgets,
    canUndo: steps.length > 1,
    change: useCallback(
      (next: Widgets) =>
        setSteps((before) => (next === before.at(-1) ? before : [...before, next].slice(-(maxUndo + 1)))),
      [],
    ),
    undo: useCallback(() => setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before)), []),
    reset: useCallback((to: Widgets) => setSteps([to]), []),
  };
}

/** Edits the widgets of a board. Changes are saved a second after the last one, under the version that was read. */
export function useBoardEditor(app: AppManifest, board: Board) {
  const calls = boardCalls(app);
  const client = useQueryClient();
  const { widgets, change, undo, canUndo, reset } = useUndo(() => edited(board));
  const [state, setState] = useState<SaveState>('saved');
  const version = useRef(board.version);
  const saved = useRef(widgets);
  const newest = useRef(widgets);
  newest.current = widgets;

  const update = useCallback(
    async (changes: Partial<Pick<Board, 'name' | 'shared' | 'widgets'>>) => {
      setState('saving');
      try {
        const body = { ...changes, version: version.current };
        version.current = (await calls.update.send({ params: { id: board.id }, body, silent: true })).version;
        setState('saved');
        return true;
      } catch (error) {
        if (!(error instanceof RequestError)) notifyUnknownError(error);
        setState(error instanceof RequestError && error.word === 'board-changed' ? 'conflict' : 'failed');
        return false;
      }
    },
    [calls, board.id],
  );
  const save = useCallback(async () => {
    const sent = newest.current;
    if (sent === saved.current) return;
    if (await update({ widgets: sent.map(({ key: _key, ...widget }) => widget) })) saved.current = sent;
  }, [update]);

  useEffect(() => {
    if (widgets === saved.current || state === 'saving' || state === 'conflict') return;
    const timer = setTimeout(() => void save(), autosaveMs);
    return () => clearTimeout(timer);
  }, [widgets, state, save]);
  // A change of the last second is saved when the editor is closed.
  useEffect(() => () => void save(), [save]);

  const readNewest = () => calls.get.send({ params: { id: board.id } });
  return {
    widgets,
    change,
    undo,
    canUndo,
    state,
    save,
    update,
    /** Resolves a conflict: takes the board of the others. */
    async reload() {
      const row = await readNewest();
      version.current = row.version;
      const next = edited(row);
      saved.current = next;
      reset(next);
      setState('saved');
      await client.invalidateQueries({ queryKey: calls.list.keyPrefix });
    },
    /** Resolves a conflict: saves this board over that of the others. */
    async keepMine() {
      version.current = (await readNewest()).version;
      await save();
    },
  };
}
