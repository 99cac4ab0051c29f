import { lookColours, type Pattern, patternOf } from '../../common/look.ts';
import classes from './Items.module.css';

/** The lines of each pattern on a tile of 8 by 8. */
const lines: Record<Pattern, string> = {
  plain: '',
  rising: 'M-1 9L9 -1',
  dots: 'M2 2h.5M6 6h.5',
  falling: 'M-1 -1L9 9',
  cross: 'M-1 9L9 -1M-1 -1L9 9',
  grid: 'M0 4H8M4 0V8',
  level: 'M0 4H8',
  upright: 'M4 0V8',
};
const tile = 8;

/** The paint of the grain of a colour, above its ground. */
export const paintOf = (prefix: string, colour: string) => `url(#${prefix}-${colour})`;

/** The patterns of all colours; `prefix` keeps those of several drawings on a page apart. */
export function ItemPatterns({ prefix }: { prefix: string }) {
  return (
    <defs>
      {lookColours.map((colour) => (
        <pattern
          key={colour}
          id={`${prefix}-${colour}`}
          className={classes.tones}
          data-colour={colour}
          width={tile}
          height={tile}
          patternUnits="userSpaceOnUse"
        >
          <path d={lines[patternOf(colour)]} className={classes.grain} strokeLinecap="round" />
        </pattern>
      ))}
    </defs>
  );
}
