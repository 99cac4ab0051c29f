import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Layout } from '#core/layouts/common/layout.ts';
import type { LayoutItem } from '#core/layouts/common/layout-item.ts';
import { type ItemLooks, keyOf, type LayerEdit, useItems } from '#core/layouts/web/parts.tsx';
import type { PlanSlot } from '../../common/plan/plan.ts';
import { useText } from '../api.ts';
import { onSlotKey, type SetState } from './slot-keys.ts';
import { lookOf } from './slot-looks.ts';

/** What is done with the selected bays. */
export type ManyAction = 'edit' | 'reserve';
export type Opened = { id: number; state?: SetState } | ManyAction | null;
const nothing: ReadonlySet<string> = new Set();
const nothingKnown = { use: 'standard', state: 'unknown', reserved: false } as const;

type Options = {
  /** What Enter does with the selected bays; undefined: the person may do nothing with them. */
  many: ManyAction | undefined;
  onSearch(): void;
};

/** The bays on a plan: which are selected, which has the focus, and what is open. */
export function useSlotBoard(layout: Layout, slots: readonly PlanSlot[], { many, onSearch }: Options) {
  const { items: placed } = useItems(layout);
  const [selected, setSelected] = useState(nothing);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [lassoing, setLassoing] = useState(false);
  const [opened, setOpened] = useState<Opened>(null);
  const pressed = useRef<LayoutItem | null>(null);
  const byId = useMemo(() => new Map(slots.map((slot) => [slot.id, slot])), [slots]);
  const items = useMemo(() => placed.filter(({ app, refId }) => app === 'places' && byId.has(refId)), [placed, byId]);
  const kinds = useSlotKinds(byId);
  const active = items.find((item) => keyOf(item) === activeKey);
  const select = (keys: Iterable<string>) => setSelected(new Set(keys));
  const edit: LayerEdit = {
    selected,
    activeKey,
    moving: false,
    lassoing,
    onPress(item, adds) {
      setActiveKey(keyOf(item));
      if (!adds) pressed.current = item;
      else if (selected.has(keyOf(item))) select([...selected].filter((key) => key !== keyOf(item)));
      else select([...selected, keyOf(item)]);
    },
    onDrag: () => {
      pressed.current = null;
    },
    onLasso(keys, adds) {
      select(adds ? [...selected, ...keys] : keys);
      setLassoing(false);
    },
    onKey(event: KeyboardEvent) {
      const board = {
        ...{ items, active, selected, select, ratio: layout.height / layout.width },
        activate: (item: LayoutItem) => setActiveKey(keyOf(item)),
        open: ({ refId }: LayoutItem, state?: SetState) => setOpened({ id: refId, ...(state ? { state } : {}) }),
        openMany: () => setOpened(many ?? null),
        search: onSearch,
      };
      if (!onSlotKey(board, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return {
    ...{ items, kinds, edit, selected, lassoing, opened, byId },
    setLassoing,
    close: () => setOpened(null),
    openMany: (action: ManyAction) => setOpened(action),
    clear: () => setSelected(nothing),
    /** The selected bays. */
    chosen: items.flatMap((item) => (selected.has(keyOf(item)) ? (byId.get(item.refId) ?? []) : [])),
    /** A click, after which the pressed bay opens: on the press itself the panel would be closed by the click. */
    onClick() {
      const item = pressed.current;
      pressed.current = null;
      if (item) setOpened({ id: item.refId });
    },
    /** Goes to the first bay whose number contains the text. Returns whether there is one. */
    find(typed: string): boolean {
      const text = typed.trim().toLowerCase();
      const found =
        items.find(({ name }) => name.toLowerCase() === text) ??
        items.find(({ name }) => name.toLowerCase().includes(text));
      if (text === '' || !found) return false;
      setActiveKey(keyOf(found));
      select([keyOf(found)]);
      return true;
    },
  };
}

/** How bays are painted and named. */
function useSlotKinds(byId: ReadonlyMap<number, PlanSlot>): ItemLooks {
  const t = useText();
  return useMemo(() => {
    const slotOf = (refId: number) => byId.get(refId) ?? nothingKnown;
    // A thousand bays share a few labels, which take longer to translate than the bays to draw.
    const labels = new Map<string, string>();
    return {
      lookOf: ({ refId }) => lookOf(slotOf(refId)),
      labelOf({ refId }) {
        const { use, state, reserved } = slotOf(refId);
        const key = `${use} ${state} ${reserved}`;
        const words = () => [
          t(`values.use.${use}`),
          t(`values.state.${state}`),
          ...(reserved ? [t('plan.reserved')] : []),
        ];
        const label = labels.get(key) ?? words().join(', ');
        labels.set(key, label);
        return label;
      },
    };
  }, [byId, t]);
}
