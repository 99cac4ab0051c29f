import { memo, type PointerEvent, useId } from 'react';
import type { LayoutItem } from '../../common/layout-item.ts';
import type { Look } from '../../common/look.ts';
import { ItemPatterns, paintOf } from './ItemPatterns.tsx';
import classes from './Items.module.css';

/** The width of the drawing in its own units. */
export const drawingWidth = 1000;
const markRadius = 12;

export type ItemShapeProps = {
  item: LayoutItem;
  elementId: string;
  look: Look;
  label: string;
  ratio: number;
  patterns: string;
  selected: boolean;
  active: boolean;
  moving: boolean;
  onPress?: ((item: LayoutItem, event: PointerEvent) => void) | undefined;
};

/**
 * An item on the plan: its outline, or a mark of constant size, with pattern and letter. Memoized, because a plan can have
 * a thousand, of which a change concerns a few.
 */
export const ItemShape = memo(function ItemShape(props: ItemShapeProps) {
  const { item, elementId, look, label, ratio, patterns, selected, active, moving, onPress } = props;
  const fill = paintOf(patterns, look.colour);
  return (
    // The list box has the focus, and names the active option.
    <g
      id={elementId}
      className={classes.item}
      role="option"
      aria-selected={selected}
      aria-label={label}
      data-item={item.name}
      data-colour={look.colour}
      data-selected={selected || undefined}
      data-active={active || undefined}
      data-moving={moving || undefined}
      transform={`translate(${item.x * drawingWidth} ${item.y * drawingWidth * ratio})`}
      onPointerDown={onPress && ((event) => onPress(item, event))}
    >
      {item.outline ? (
        <polygon
          className={classes.shape}
          fill={fill}
          transform={item.turn ? `rotate(${item.turn})` : undefined}
          points={item.outline.map(({ x, y }) => `${x * drawingWidth},${y * drawingWidth}`).join(' ')}
        />
      ) : (
        <g className={classes.mark}>
          <path
            className={classes.shape}
            fill={fill}
            transform={item.turn ? `rotate(${item.turn})` : undefined}
            d={`M0 ${-markRadius * 1.5}L${markRadius * 0.5} ${-markRadius * 0.9}A${markRadius} ${markRadius} 0 1 1 ${-markRadius * 0.5} ${-markRadius * 0.9}Z`}
          />
        </g>
      )}
      <g className={classes.mark}>
        <text className={classes.letter}>{look.letter}</text>
      </g>
    </g>
  );
});

/** What a look on the plan stands for. */
export function ItemSwatch({ look }: { look: Look }) {
  const id = useId();
  return (
    <svg viewBox="-12 -12 24 24" className={`${classes.swatch} ${classes.item}`} data-colour={look.colour} aria-hidden>
      <ItemPatterns prefix={id} />
      <rect x="-11" y="-11" width="22" height="22" rx="4" className={classes.shape} fill={paintOf(id, look.colour)} />
      <text className={classes.letter}>{look.letter}</text>
    </svg>
  );
}
