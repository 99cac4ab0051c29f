import { useState } from 'react';
import type { Layout } from '../../common/layout.ts';
import type { LayoutItem } from '../../common/layout-item.ts';
import { useText } from '../api.ts';
import type { Spot } from '../plan-math.ts';
import { keyOf, movedTogether, turnedBy } from './item-math.ts';
import { useItemEdits } from './use-items.ts';

const nowhere: Spot = { x: 0, y: 0 };
const nothing: ReadonlySet<string> = new Set();
/** The step of a turn in degrees. */
const turnStep = 15;
const percent = (part: number) => Math.round(part * 100);

/** The items on a plan as they are shown, and which of them are selected or being moved. */
function useItemState(layout: Layout) {
  const edits = useItemEdits(layout);
  const { items } = edits;
  const [said, announce] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(nothing);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** How far the selected items have been moved so far. */
  const [way, setWay] = useState<Spot | null>(null);
  const chosen = items.filter((item) => selected.has(keyOf(item)));
  const moved = way ? movedTogether(chosen, way) : [];
  const byKey = new Map(moved.map((item) => [keyOf(item), item]));
  return {
    ...edits,
    ratio: layout.height / layout.width,
    said,
    announce,
    selected,
    setSelected,
    activeKey,
    setActiveKey,
    active: items.find((item) => keyOf(item) === activeKey),
    way,
    setWay,
    chosen,
    moved,
    /** The items with those that are being moved where they are now. */
    shown: way ? items.map((item) => byKey.get(keyOf(item)) ?? item) : items,
    replace: (after: readonly LayoutItem[]) =>
      edits.change(after.flatMap((item, at) => (chosen[at] ? { before: chosen[at], after: item } : []))),
  };
}

/** The selection on a plan, and moving, turning and removing it, with announcements for screen readers. */
export function useItemMoves(layout: Layout) {
  const t = useText();
  const state = useItemState(layout);
  const { announce, selected, setSelected, setActiveKey, way, setWay, chosen, moved, replace } = state;
  const named = (some: readonly LayoutItem[]) =>
    some.length === 1 && some[0] ? some[0].name : t('items.count', { count: some.length, shown: String(some.length) });
  const select = (keys: Iterable<string>) => {
    const next = new Set(keys);
    setSelected(next);
    announce(t('items.selected', { count: next.size, shown: String(next.size) }));
  };
  const toggle = (key: string) =>
    select(selected.has(key) ? [...selected].filter((one) => one !== key) : [...selected, key]);
  return {
    ...state,
    select,
    toggle,
    begin() {
      const start = chosen.length > 0 ? chosen : state.active ? [state.active] : [];
      if (start.length === 0) return;
      setSelected(new Set(start.map(keyOf)));
      setWay(nowhere);
      announce(t('items.moving', { name: named(start) }));
    },
    moveBy(by: Spot) {
      setWay(by);
      const [first] = movedTogether(chosen, by);
      if (first) announce(t('said.at', { x: percent(first.x), y: percent(first.y) }));
    },
    settle() {
      setWay(null);
      if (way && (way.x !== 0 || way.y !== 0)) replace(moved);
      announce(t('items.placed', { name: named(chosen) }));
    },
    cancel() {
      if (way) announce(t('said.cancelled'));
      else setSelected(nothing);
      setWay(null);
    },
    turn(sense: 1 | -1) {
      if (chosen.length === 0) return;
      const turned = turnedBy(chosen, sense * turnStep);
      replace(turned);
      announce(t('items.turned', { name: named(chosen), turn: turned[0]?.turn ?? 0 }));
    },
    remove() {
      if (chosen.length === 0) return;
      state.change(chosen.map((before) => ({ before, after: null })));
      setSelected(nothing);
      setWay(null);
      announce(t('said.takenOff', { name: named(chosen) }));
    },
    press(item: LayoutItem, adds: boolean) {
      const key = keyOf(item);
      setActiveKey(key);
      if (adds) toggle(key);
      else if (!selected.has(key)) select([key]);
    },
    lasso: (keys: readonly string[], adds: boolean) => select(adds ? [...selected, ...keys] : keys),
    drag(by: Spot, done: boolean) {
      if (!done) return setWay(by);
      setWay(null);
      if (by.x !== 0 || by.y !== 0) replace(movedTogether(chosen, by));
    },
  };
}
export type ItemMoves = ReturnType<typeof useItemMoves>;
