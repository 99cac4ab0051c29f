import { memo, type PointerEvent, useId } from 'react';
import type { LayoutItem } from '../../common/layout-item.ts';
import type { Look } from '../../common/look.ts';
import type { Spot } from '../plan-math.ts';
import { ItemPatterns, paintOf } from './ItemPatterns.tsx';
import classes from './Items.module.css';
import { spotOfCorner } from './item-math.ts';

/** The width of the drawing in its own units. */
export const drawingWidth = 1000;
const markRadius = 12;
const markPath = `M0 ${-markRadius * 1.5}L${markRadius * 0.5} ${-markRadius * 0.9}A${markRadius} ${markRadius} 0 1 1 ${-markRadius * 0.5} ${-markRadius * 0.9}Z`;

type Drawn = { item: LayoutItem; look: Look; ratio: number };
export type ItemShapeProps = Drawn & {
  elementId: string;
  label: string;
  selected: boolean;
  active: boolean;
  moving: boolean;
  onPress?: ((item: LayoutItem, event: PointerEvent) => void) | undefined;
};

const placeOf = ({ x, y }: Spot, ratio: number) => `translate(${x * drawingWidth}px, ${y * drawingWidth * ratio}px)`;

/**
 * An item on the plan: its outline, or a mark of constant size, without the grain and the sign that are drawn above. Memoized,
 * because a plan can have a thousand, of which a change concerns a few.
 */
export const ItemShape = memo(function ItemShape(props: ItemShapeProps) {
  const { item, elementId, look, label, ratio, selected, active, moving, onPress } = props;
  const scale = item.outline ? '' : 'scale(var(--pixel))';
  const shared = {
    id: elementId,
    className: classes.shape,
    // The list box has the focus, and names the active option.
    role: 'option',
    'aria-selected': selected,
    'aria-label': label,
    'data-item': item.name,
    'data-colour': look.colour,
    'data-selected': selected || undefined,
    'data-active': active || undefined,
    'data-moving': moving || undefined,
    style: { transform: `${placeOf(item, ratio)} ${scale} rotate(${item.turn}deg)` },
    onPointerDown: onPress && ((event: PointerEvent) => onPress(item, event)),
  };
  return item.outline ? (
    <polygon {...shared} points={item.outline.map(({ x, y }) => `${x * drawingWidth},${y * drawingWidth}`).join(' ')} />
  ) : (
    <path {...shared} d={markPath} />
  );
});

/**
 * The grain of all items of each colour as one shape: a browser takes several times as long to fill a thousand shapes with a
 * pattern as to fill one.
 */
export function ItemGrains({ drawn, patterns }: { drawn: readonly Drawn[]; patterns: string }) {
  return [...Map.groupBy(drawn, ({ look }) => look.colour)].map(([colour, ofColour]) => (
    <path key={colour} className={classes.grains} fill={paintOf(patterns, colour)} d={ofColour.map(lineOf).join('')} />
  ));
}

/** The closed line around an item with an outline. */
function lineOf({ item, ratio }: Drawn): string {
  const corners = (item.outline ?? []).map((corner) => {
    const { x, y } = spotOfCorner(item, corner, ratio);
    return `${x * drawingWidth} ${y * drawingWidth * ratio}`;
  });
  return corners.length > 0 ? `M${corners.join('L')}Z` : '';
}

/** The letter of an item in constant size, and the grain of a mark. */
export const ItemSign = memo(function ItemSign({ item, look, ratio, patterns }: Drawn & { patterns: string }) {
  const transform = `${placeOf(item, ratio)} scale(var(--pixel))`;
  return (
    <>
      {!item.outline && (
        <path
          className={classes.grains}
          fill={paintOf(patterns, look.colour)}
          style={{ transform: `${transform} rotate(${item.turn}deg)` }}
          d={markPath}
        />
      )}
      <text className={classes.letter} data-colour={look.colour} style={{ transform }}>
        {look.letter}
      </text>
    </>
  );
});

const swatch = { x: -11, y: -11, width: 22, height: 22, rx: 4 };

/** What a look on the plan stands for. */
export function ItemSwatch({ look }: { look: Look }) {
  const id = useId();
  return (
    <svg viewBox="-12 -12 24 24" className={classes.swatch} aria-hidden>
      <ItemPatterns prefix={id} />
      <rect {...swatch} className={classes.shape} data-colour={look.colour} />
      <rect {...swatch} className={classes.grains} fill={paintOf(id, look.colour)} />
      <text className={classes.letter} data-colour={look.colour}>
        {look.letter}
      </text>
    </svg>
  );
}
