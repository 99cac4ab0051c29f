import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlap, placeIn, type Span } from './timeline.ts';

const span = (from: number, to: number | null): Span => ({ from, to });

describe('a new span', () => {
  const known = [span(20, 30), span(40, null)];
  test.each([
    ['before all others ends where the next begins', 10, null, 20],
    ['within one ends with it', 25, span(20, 30), 30],
    ['at the beginning of one is within it', 20, span(20, 30), 30],
    ['at the end of one is not within it', 30, null, 40],
    ['within the last one lasts', 50, span(40, null), null],
  ] as const)('%s', (_name, at, inside, until) => {
    expect(placeIn(known, at)).toEqual({ inside, until });
  });

  test('without others lasts', () => {
    expect(placeIn([], 10)).toEqual({ inside: null, until: null });
  });
});

test('whatever is fitted, moved and taken out in whatever order, no two spans of a device overlap', () => {
  const step = fc.record({ at: fc.integer({ min: 0, max: 50 }), kind: fc.constantFrom('fit', 'move', 'unfit') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let spans: Span[] = [];
      for (const { at, kind } of steps) {
        if (kind === 'unfit') {
          spans = spans.map((one) => (one.to === null && one.from < at ? { ...one, to: at } : one));
          continue;
        }
        const { inside, until } = placeIn(spans, at);
        if (inside && kind === 'fit') continue;
        const others = spans.filter((one) => one !== inside);
        const left = inside && inside.from < at ? [{ ...inside, to: at }] : [];
        spans = [...others, ...left, { from: at, to: until }];
      }
      for (const [n, one] of spans.entries()) {
        expect(one.to === null || one.from < one.to).toBe(true);
        expect(spans.slice(n + 1).filter((other) => overlap(one, other))).toEqual([]);
      }
    }),
  );
});
