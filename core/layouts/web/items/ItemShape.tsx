import { Fragment, memo, type PointerEvent, useId } from 'react';
import type { LayoutItem } from '../../common/layout-item.ts';
import type { Look } from '../../common/look.ts';
import { ItemPatterns, paintOf } from './ItemPatterns.tsx';
import classes from './Items.module.css';
import { keyOf, spotOfCorner } from './item-math.ts';

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

/**
 * An item on the plan: its outline, or a mark of constant size, without the grain and the letter that are drawn above. Memoized,
 * because a plan can have a thousand, of which a change concerns a few.
 */
export const ItemShape = memo(function ItemShape(props: ItemShapeProps) {
  const { item, elementId, look, label, ratio, selected, active, moving, onPress } = props;
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
    onPointerDown: onPress && ((event: PointerEvent) => onPress(item, event)),
  };
  if (!item.outline) return <path {...shared} d={markPath} style={{ transform: markTransform(item, ratio) }} />;
  const turn = item.turn === 0 ? '' : ` rotate(${item.turn})`;
  return (
    <polygon
      {...shared}
      transform={`translate(${item.x * drawingWidth} ${item.y * drawingWidth * ratio})${turn}`}
      points={item.outline.map(({ x, y }) => `${x * drawingWidth},${y * drawingWidth}`).join(' ')}
    />
  );
});

/** A mark keeps its size on the screen: `--pixel` is one of its pixels in units of the drawing. */
const markTransform = ({ x, y, turn }: LayoutItem, ratio: number) =>
  `translate(${x * drawingWidth}px, ${y * drawingWidth * ratio}px) scale(var(--pixel)) rotate(${turn}deg)`;

type Signs = { drawn: readonly Drawn[]; patterns: string };

/**
 * The grains of items. Those with an outline are one shape for each colour: a browser takes several times as long to fill a
 * thousand shapes with a pattern as to fill one.
 */
export function ItemGrains({ drawn, patterns }: Signs) {
  return [...Map.groupBy(drawn, ({ look }) => look.colour)].map(([colour, ofColour]) => {
    const shared = { className: classes.grains, fill: paintOf(patterns, colour) };
    return (
      <Fragment key={colour}>
        <path {...shared} d={ofColour.map(lineOf).join('')} />
        {ofColour
          .filter(({ item }) => !item.outline)
          .map(({ item, ratio }) => (
            <path key={keyOf(item)} {...shared} d={markPath} style={{ transform: markTransform(item, ratio) }} />
          ))}
      </Fragment>
    );
  });
}

/** The closed line around an item with an outline. */
function lineOf({ item, ratio }: Drawn): string {
  const corners = (item.outline ?? []).map((corner) => {
    const { x, y } = spotOfCorner(item, corner, ratio);
    return `${x * drawingWidth} ${y * drawingWidth * ratio}`;
  });
  return corners.length > 0 ? `M${corners.join('L')}Z` : '';
}

/** Letters that never join or reorder their neighbours: one text can place any number of them. */
const standsAlone = /^[\x21-\u024f\u2013]$/;

/** The letters of items in constant size: one text for all that look alike, where each letter has its own place. */
export function ItemLetters({ drawn }: Pick<Signs, 'drawn'>) {
  const alike = Map.groupBy(drawn, ({ item, look: { colour, letter } }) =>
    standsAlone.test(letter) ? `${colour} ${letter}` : keyOf(item),
  );
  return [...alike].map(([key, some]) => (
    <text
      key={key}
      className={classes.letter}
      data-colour={some[0]?.look.colour}
      x={some.map(({ item }) => item.x * drawingWidth).join(' ')}
      y={some.map(({ item, ratio }) => item.y * drawingWidth * ratio).join(' ')}
    >
      {some.map(({ look }) => look.letter).join('')}
    </text>
  ));
}

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
