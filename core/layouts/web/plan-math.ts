/** A position on the picture, as fractions of width and height from the upper left corner in every language. */
export type Spot = { x: number; y: number };
export type Size = { width: number; height: number };
/** The view of the picture: `zoom` 1 shows all of it; `x`, `y` are the pixels from the stage's corner to the picture's. */
export type View = Spot & { zoom: number };

export const mostZoom = 12;
const step = 0.01;
const bigStep = 0.05;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
/** Rounds to thousandths, so that opposite steps lead back exactly. */
const tidy = (value: number) => Math.round(within(value, 0, 1) * 1000) / 1000;

export const tidySpot = ({ x, y }: Spot): Spot => ({ x: tidy(x), y: tidy(y) });

const directions: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The position after an arrow key, by 1 % or 5 %; null for other keys. */
export function stepped(spot: Spot, key: string, big: boolean): Spot | null {
  const direction = directions[key];
  if (!direction) return null;
  const by = big ? bigStep : step;
  return tidySpot({ x: spot.x + direction.x * by, y: spot.y + direction.y * by });
}

/** The largest size of the picture that fits the stage. */
export function fitted(stage: Size, picture: Size): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height) || 0;
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The nearest view without avoidable empty edges. */
export function bounded({ zoom, x, y }: View, stage: Size, fit: Size): View {
  const shown = within(zoom, 1, mostZoom);
  const along = (at: number, room: number, length: number) =>
    length <= room ? (room - length) / 2 : within(at, room - length, 0);
  return {
    zoom: shown,
    x: along(x, stage.width, fit.width * shown),
    y: along(y, stage.height, fit.height * shown),
  };
}

/** Zooms around the point `at` (pixels of the stage). */
export function zoomedAbout(view: View, factor: number, at: Spot, stage: Size, fit: Size): View {
  const zoom = within(view.zoom * factor, 1, mostZoom);
  const by = zoom / view.zoom;
  return bounded({ zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, stage, fit);
}

/** The position at a point of the stage; null outside the picture. */
export function spotAt(at: Spot, view: View, fit: Size): Spot | null {
  const x = (at.x - view.x) / (fit.width * view.zoom);
  const y = (at.y - view.y) / (fit.height * view.zoom);
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? tidySpot({ x, y }) : null;
}
