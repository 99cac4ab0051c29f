import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bounded, fitted, mostZoom, spotAt, stepped, zoomedAbout } from './plan-math.ts';

const stage = { width: 800, height: 600 };
const fit = fitted(stage, { width: 4000, height: 2000 });
const whole = bounded({ zoom: 1, x: 0, y: 0 }, stage, fit);

describe('arrow keys on a plan', () => {
  test('move by 1 %, with Shift by 5 %', () => {
    expect(stepped({ x: 0.5, y: 0.5 }, 'ArrowRight', false)).toEqual({ x: 0.51, y: 0.5 });
    expect(stepped({ x: 0.5, y: 0.5 }, 'ArrowUp', true)).toEqual({ x: 0.5, y: 0.45 });
    expect(stepped({ x: 0.5, y: 0.5 }, 'Tab', false)).toBeNull();
  });

  test('stay on the plan', () => {
    expect(stepped({ x: 0.99, y: 0 }, 'ArrowRight', true)).toEqual({ x: 1, y: 0 });
    expect(stepped({ x: 0, y: 0 }, 'ArrowUp', false)).toEqual({ x: 0, y: 0 });
  });

  test('lead back to the start in the opposite direction', () => {
    const there = Array.from({ length: 30 }).reduce<{ x: number; y: number }>(
      (at) => stepped(at, 'ArrowDown', false) ?? at,
      { x: 0.2, y: 0.2 },
    );
    expect(there).toEqual({ x: 0.2, y: 0.5 });
  });
});

describe('the view of a plan', () => {
  test('shows the whole picture centred', () => {
    expect(fit).toEqual({ width: 800, height: 400 });
    expect(whole).toEqual({ zoom: 1, x: 0, y: 100 });
  });

  test('keeps the point under the pointer when zooming', () => {
    const at = { x: 600, y: 200 };
    const before = spotAt(at, whole, fit);
    const closer = zoomedAbout(whole, 3, at, stage, fit);
    expect(spotAt(at, closer, fit)).toEqual(before);
  });

  test('stays on the picture and within the zoom limits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.double({ min: -5000, max: 5000, noNaN: true }),
        fc.double({ min: -5000, max: 5000, noNaN: true }),
        (zoom, x, y) => {
          const view = bounded({ zoom, x, y }, stage, fit);
          expect(view.zoom).toBeGreaterThanOrEqual(1);
          expect(view.zoom).toBeLessThanOrEqual(mostZoom);
          expect(view.x).toBeLessThanOrEqual(0);
          expect(view.x + fit.width * view.zoom).toBeGreaterThanOrEqual(stage.width - 1e-6);
          const height = fit.height * view.zoom;
          // A picture lower than the stage is centred; a higher one leaves no empty edge.
          if (height <= stage.height) expect(view.y).toBeCloseTo((stage.height - height) / 2);
          else {
            expect(view.y).toBeLessThanOrEqual(0);
            expect(view.y + height).toBeGreaterThanOrEqual(stage.height - 1e-6);
          }
        },
      ),
    );
  });

  test('a point outside the picture has no position on the plan', () => {
    expect(spotAt({ x: 400, y: 50 }, whole, fit)).toBeNull();
    expect(spotAt({ x: 400, y: 300 }, whole, fit)).toEqual({ x: 0.5, y: 0.5 });
  });
});
