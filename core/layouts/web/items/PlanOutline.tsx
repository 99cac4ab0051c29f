import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { LayoutItem } from '../../common/layout-item.ts';
import { useText } from '../api.ts';
import { type Spot, stepped } from '../plan-math.ts';
import classes from './Items.module.css';
import { type Corner, cornerAt, spotOfCorner, withCornerAfter } from './item-math.ts';

type Props = {
  item: LayoutItem;
  ratio: number;
  outline: readonly Corner[];
  spotOf(client: { clientX: number; clientY: number }): Spot | null;
  onChange(outline: Corner[]): void;
  onDone(): void;
};

/** The corners of an outline: dragged, or moved by arrow keys; Enter adds one, Delete removes one. */
export function PlanOutline({ item, ratio, outline, spotOf, onChange, onDone }: Props) {
  const t = useText();
  const corners = useRef<HTMLDivElement>(null);
  const put = (at: number, spot: Spot) => onChange(outline.with(at, cornerAt(item, spot, ratio)));
  const focus = (at: number) =>
    requestAnimationFrame(() => corners.current?.querySelectorAll<HTMLElement>('button')[at]?.focus());
  function onKey(at: number, spot: Spot, event: KeyboardEvent) {
    const to = stepped(spot, event.key, event.shiftKey);
    if (to) put(at, to);
    else if (event.key === 'Enter') {
      onChange(withCornerAfter(outline, at));
      focus(at + 1);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && outline.length > 3) {
      onChange(outline.toSpliced(at, 1));
      focus(Math.max(0, at - 1));
    } else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div ref={corners}>
      {outline.map((corner, at) => {
        const spot = spotOfCorner(item, corner, ratio);
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: corners are identified by their number
            key={at}
            type="button"
            className={classes.corner}
            style={{ '--x': spot.x, '--y': spot.y } as CSSProperties}
            aria-label={t('items.corner', { number: at + 1 })}
            aria-describedby="corner-keys"
            onKeyDown={(event) => onKey(at, spot, event)}
            onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
              event.stopPropagation();
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={(event: PointerEvent<HTMLButtonElement>) => {
              const to = event.currentTarget.hasPointerCapture(event.pointerId) && spotOf(event);
              if (to) put(at, to);
            }}
            onClick={(event) => event.stopPropagation()}
          />
        );
      })}
    </div>
  );
}
