import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Layout } from '../../common/layout.ts';
import type { LayoutItem } from '../../common/layout-item.ts';
import type { Look } from '../../common/look.ts';
import type { Spot } from '../plan-math.ts';
import { ItemPatterns } from './ItemPatterns.tsx';
import { drawingWidth, ItemGrains, ItemLetters, ItemShape } from './ItemShape.tsx';
import classes from './Items.module.css';
import { isInside, keyOf } from './item-math.ts';

/** How items are painted and named. */
export type ItemLooks = { lookOf(item: LayoutItem): Look; labelOf(item: LayoutItem): string };
type SpotOf = (client: { clientX: number; clientY: number }) => Spot | null;
export type LayerEdit = {
  selected: ReadonlySet<string>;
  activeKey: string | null;
  /** Whether the selected items are being moved, by keys or by pointer. */
  moving: boolean;
  /** A drag on the plan draws a lasso; otherwise only with Shift. */
  lassoing: boolean;
  onPress(item: LayoutItem, adds: boolean): void;
  onDrag(by: Spot, done: boolean): void;
  onLasso(keys: readonly string[], adds: boolean): void;
  onKey(event: KeyboardEvent): void;
};
type Props = {
  layout: Pick<Layout, 'width' | 'height'>;
  items: readonly LayoutItem[];
  kinds: ItemLooks;
  label: string;
  spotOf: SpotOf;
  /** Undefined where items are only shown. */
  edit?: LayerEdit;
};

const nothing: ReadonlySet<string> = new Set();
/** Movements below this distance on the picture are clicks. */
const dragThreshold = 0.004;

/** The items on a plan as one drawing: a list box with one tab stop, whose options are the items. */
export function ItemLayer({ layout, items, kinds, label, spotOf, edit }: Props) {
  const id = useId();
  const ratio = layout.height / layout.width;
  const { line, press, layerProps } = useLayerPointers(items, spotOf, edit);
  const active = items.find((item) => keyOf(item) === edit?.activeKey);
  const idOf = (item: LayoutItem) => `${id}-${keyOf(item).replaceAll(' ', '-')}`;
  if (items.length === 0 && !edit) return null;
  const drawn = items.map((item) => ({ item, look: kinds.lookOf(item), ratio }));
  const { selected = nothing, activeKey = null, moving = false } = edit ?? {};
  return (
    <svg
      className={classes.layer}
      viewBox={`0 0 ${drawingWidth} ${drawingWidth * ratio}`}
      role={items.length > 0 ? 'listbox' : 'img'}
      aria-label={label}
      data-plan-items
      data-passive={edit === undefined || undefined}
      data-lasso={edit?.lassoing || undefined}
      {...(edit
        ? {
            tabIndex: 0,
            onKeyDown: edit.onKey,
            'aria-activedescendant': active && idOf(active),
            ...(items.length > 0 ? { 'aria-multiselectable': true, 'aria-describedby': 'item-keys' } : {}),
            ...layerProps,
          }
        : {})}
    >
      <ItemPatterns prefix={id} />
      {edit && <rect width={drawingWidth} height={drawingWidth * ratio} fill="transparent" />}
      {drawn.map(({ item, look }) => {
        const key = keyOf(item);
        return (
          <ItemShape
            key={key}
            elementId={idOf(item)}
            item={item}
            look={look}
            label={`${item.name}, ${kinds.labelOf(item)}`}
            ratio={ratio}
            selected={selected.has(key)}
            active={key === activeKey}
            moving={moving && selected.has(key)}
            onPress={edit && press}
          />
        );
      })}
      <g aria-hidden>
        <ItemGrains drawn={drawn} patterns={id} />
        <ItemLetters drawn={drawn} />
      </g>
      {line.length > 1 && (
        <polygon
          className={classes.lasso}
          points={line.map(({ x, y }) => `${x * drawingWidth},${y * drawingWidth * ratio}`).join(' ')}
        />
      )}
    </svg>
  );
}

/** Dragging the selected items, and drawing a lasso around others. */
function useLayerPointers(items: readonly LayoutItem[], spotOf: SpotOf, edit: LayerEdit | undefined) {
  const [line, showLine] = useState<readonly Spot[]>([]);
  // Several moves can arrive before the next rendering.
  const drawn = useRef<readonly Spot[]>([]);
  const setLine = (spots: readonly Spot[]) => {
    drawn.current = spots;
    showLine(spots);
  };
  const drag = useRef<{ from: Spot; moved: boolean } | null>(null);
  const latest = useRef({ edit, spotOf });
  useEffect(() => {
    latest.current = { edit, spotOf };
  });
  // Stable, so that memoized items are not rendered again.
  const press = useCallback((item: LayoutItem, event: PointerEvent) => {
    const { edit: now, spotOf: spotNow } = latest.current;
    const from = spotNow(event);
    if (!now || now.lassoing || event.button !== 0) return;
    event.stopPropagation();
    now.onPress(item, event.shiftKey || event.ctrlKey || event.metaKey);
    if (from) drag.current = { from, moved: false };
    event.currentTarget.closest('svg')?.setPointerCapture(event.pointerId);
  }, []);
  const by = (event: PointerEvent): Spot | null => {
    const at = spotOf(event);
    return at && drag.current && { x: at.x - drag.current.from.x, y: at.y - drag.current.from.y };
  };
  const end = () => {
    drag.current = null;
    setLine([]);
  };
  return {
    line,
    press,
    layerProps: {
      onPointerDown(event: PointerEvent<SVGSVGElement>) {
        const at = spotOf(event);
        if (event.button !== 0 || !at || !(edit?.lassoing || event.shiftKey)) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setLine([at]);
      },
      onPointerMove(event: PointerEvent) {
        const moved = by(event);
        const at = spotOf(event);
        if (moved && drag.current) {
          drag.current.moved ||= Math.hypot(moved.x, moved.y) > dragThreshold;
          if (drag.current.moved) edit?.onDrag(moved, false);
        } else if (drawn.current.length > 0 && at) setLine([...drawn.current, at]);
        else return;
        event.stopPropagation();
      },
      onPointerUp(event: PointerEvent) {
        const moved = by(event);
        if (moved && drag.current?.moved) edit?.onDrag(moved, true);
        const around = drawn.current;
        if (around.length > 2) edit?.onLasso(items.filter((item) => isInside(item, around)).map(keyOf), event.shiftKey);
        end();
      },
      onPointerCancel() {
        if (drag.current?.moved) edit?.onDrag({ x: 0, y: 0 }, true);
        end();
      },
      onClick(event: { target: EventTarget; stopPropagation(): void; shiftKey: boolean }) {
        // A click on an item must not count as a tap on the plan.
        const onItem = event.target instanceof Element && event.target.closest('[role=option]');
        if (onItem || event.shiftKey) event.stopPropagation();
      },
    },
  };
}
