import { canvasColors, type Scheme } from '#platform/web/colours.ts';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { type MovingState, movingStates } from '../../common/moving.ts';

/** The tone of each state; its shape says the same without colours. */
export const stateTones = { moving: 'good', idle: 'poor', stopped: 'ok', offline: 'none' } as const satisfies Record<
  MovingState,
  Tone
>;

/** Pixels of an icon on a screen of usual density. */
const size = 26;
const density = 2;
const middle = size / 2;

const prefix = 'moving-';
/** The id of the icon of a state, for the layers of a map. */
export const iconId = (state: MovingState): string => `${prefix}${state}`;

type Pen = CanvasRenderingContext2D;
const disc = (pen: Pen, radius: number) => {
  pen.beginPath();
  pen.arc(middle, middle, radius, 0, 2 * Math.PI);
};
const bar = (pen: Pen, x: number) => pen.fillRect(x, middle - 4, 2.5, 8);

/** What is drawn over the filled outline. */
const shapes: Record<MovingState, (pen: Pen, colors: { fill: string; line: string }) => void> = {
  /** An arrow to the north, which the map turns. */
  moving(pen, { fill, line }) {
    pen.beginPath();
    pen.moveTo(middle, 2);
    pen.lineTo(size - 4, size - 4);
    pen.lineTo(middle, size - 9);
    pen.lineTo(4, size - 4);
    pen.closePath();
    pen.fillStyle = fill;
    pen.fill();
    pen.lineWidth = 2;
    pen.lineJoin = 'round';
    pen.strokeStyle = line;
    pen.stroke();
  },
  /** Two bars, as of a pause. */
  idle(pen, colors) {
    filled(pen, colors);
    bar(pen, middle - 4);
    bar(pen, middle + 1.5);
  },
  /** A square, as of a stop. */
  stopped(pen, colors) {
    filled(pen, colors);
    pen.fillRect(middle - 3.5, middle - 3.5, 7, 7);
  },
  /** A hollow ring. */
  offline(pen, { fill, line }) {
    disc(pen, 9);
    pen.fillStyle = line;
    pen.fill();
    disc(pen, 7.5);
    pen.lineWidth = 3;
    pen.strokeStyle = fill;
    pen.stroke();
  },
};

function filled(pen: Pen, { fill, line }: { fill: string; line: string }): void {
  disc(pen, 10);
  pen.fillStyle = line;
  pen.fill();
  disc(pen, 8.5);
  pen.fillStyle = fill;
  pen.fill();
  pen.fillStyle = line;
}

/** Draws the icon with this id; null for ids of others. */
export function movingIcon(id: string, scheme: Scheme): ImageData | null {
  const state = movingStates.find((one) => iconId(one) === id);
  const canvas = document.createElement('canvas');
  canvas.width = size * density;
  canvas.height = size * density;
  const pen = canvas.getContext('2d');
  if (!state || !pen) return null;
  const colors = canvasColors(scheme);
  pen.scale(density, density);
  shapes[state](pen, { fill: colors.severities[stateTones[state]][2], line: colors.surface });
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

export const iconDensity = density;
