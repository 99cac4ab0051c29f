import type { KeyboardEvent } from 'react';
import { type Spot, stepped } from '../plan-math.ts';
import { keyOf, nextIn } from './item-math.ts';
import type { ItemMoves } from './use-item-moves.ts';

const center: Spot = { x: 0.5, y: 0.5 };

/** Goes to the next item in the direction of an arrow key; with Shift it extends the selection. */
function walk({ items, active, ratio, selected, select, setActiveKey }: ItemMoves, key: string, extend: boolean) {
  if (!key.startsWith('Arrow')) return false;
  const next = active ? nextIn(items, active, key, ratio) : items[0];
  if (!next) return true;
  setActiveKey(keyOf(next));
  if (extend) select([...selected, ...(active ? [keyOf(active)] : []), keyOf(next)]);
  return true;
}

function keyWhileMoving(moves: ItemMoves, way: Spot, { key, shiftKey }: KeyboardEvent): boolean {
  const at = stepped(center, key, shiftKey);
  if (at) moves.moveBy({ x: way.x + at.x - center.x, y: way.y + at.y - center.y });
  else if (key === 'Enter') moves.settle();
  else if (key === 'Escape') moves.cancel();
  else return false;
  return true;
}

function keyAtRest(moves: ItemMoves, { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const { items, activeKey } = moves;
  const [first, last] = [items[0], items.at(-1)];
  if (ctrlKey || metaKey) {
    if (key !== 'a') return false;
    moves.select(items.map(keyOf));
  } else if (key === ' ' && activeKey) moves.toggle(activeKey);
  else if (key === 'Enter') moves.begin();
  else if (key === 'Escape') moves.cancel();
  else if (key === 'Delete' || key === 'Backspace') moves.remove();
  else if (key.toLowerCase() === 'r') moves.turn(shiftKey ? -1 : 1);
  else if (key === 'Home' && first) moves.setActiveKey(keyOf(first));
  else if (key === 'End' && last) moves.setActiveKey(keyOf(last));
  else return walk(moves, key, shiftKey);
  return true;
}

/** Handles a key on the items of a plan. Other keys are left to the plan. */
export function onItemKey(moves: ItemMoves, event: KeyboardEvent): void {
  const isUsed = moves.way ? keyWhileMoving(moves, moves.way, event) : keyAtRest(moves, event);
  if (!isUsed) return;
  event.preventDefault();
  event.stopPropagation();
}
