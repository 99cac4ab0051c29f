import type { LayoutItem } from '#core/layouts/common/layout-item.ts';
import { keyOf, nextIn } from '#core/layouts/web/parts.tsx';
import type { ShownSlot } from '../../common/slot.ts';

export type SetState = Exclude<ShownSlot['state'], 'out-of-service'>;
type Press = { key: string; code: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };
type Board = {
  items: readonly LayoutItem[];
  active: LayoutItem | undefined;
  selected: ReadonlySet<string>;
  /** Height by width of the plan. */
  ratio: number;
  activate(item: LayoutItem): void;
  select(keys: Iterable<string>): void;
  /** With a state: to set it. */
  open(item: LayoutItem, state?: SetState): void;
  openMany(): void;
  search(): void;
};

/** By the place of the key, so that they work with an Arabic keyboard as well. */
const stateKeys: Record<string, SetState> = { KeyF: 'free', KeyO: 'occupied', KeyU: 'unknown' };

function walk(board: Board, { key, shiftKey }: Press): void {
  const { items, active, ratio, selected } = board;
  const next = active ? nextIn(items, active, key, ratio) : items[0];
  if (!next) return;
  board.activate(next);
  if (shiftKey) board.select([...selected, ...(active ? [keyOf(active)] : []), keyOf(next)]);
}

/** Handles a key on the bays of a plan. Returns false for any other key. */
export function onSlotKey(board: Board, press: Press): boolean {
  const { items, active, selected } = board;
  const { key, code } = press;
  const state = stateKeys[code];
  const [first, last] = [items[0], items.at(-1)];
  if (press.ctrlKey || press.metaKey) {
    if (code !== 'KeyA') return false;
    board.select(items.map(keyOf));
  } else if (key.startsWith('Arrow')) walk(board, press);
  else if (key === 'Home' && first) board.activate(first);
  else if (key === 'End' && last) board.activate(last);
  else if (key === 'Enter' && selected.size > 1) board.openMany();
  else if (key === 'Enter' && active) board.open(active);
  else if (key === ' ' && active) {
    const chosen = keyOf(active);
    board.select(selected.has(chosen) ? [...selected].filter((one) => one !== chosen) : [...selected, chosen]);
  } else if (key === 'Escape') board.select([]);
  else if (state && active) board.open(active, state);
  else if (key === '/' || code === 'Slash') board.search();
  else return false;
  return true;
}
