/** On the picture: parts of its width and height from its upper left corner, whatever the language reads like. */
export type Spot = { x: number; y: number };
export type Size = { width: number; height: number };
/** How the picture is looked at: `zoom` 1 shows all of it; `x`, `y` are pixels from the stage's corner to the picture's. */
export type View = Spot & { zoom: number };

export const mostZoom = 12;
const step = 0.01;
const bigStep = 0.05;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
/** Whole thousandths: a step back leads to where one came from. */
const tidy = (value: number) => Math.round(within(value, 0, 1) * 1000) / 1000;

export const tidySpot = ({ x, y }: Spot): Spot => ({ x: tidy(x), y: tidy(y) });

const directions: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The spot after an arrow key, 1 % away or 5 %; null for any other key. */
export function stepped(spot: Spot, key: string, big: boolean): Spot | null {
  const direction = directions[key];
  if (!direction) return null;
  const by = big ? bigStep : step;
  return tidySpot({ x: spot.x + direction.x * by, y: spot.y + direction.y * by });
}

/** The picture as large as the stage takes all of it. */
export function fitted(stage: Size, picture: Size): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height) || 0;
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The nearest view that leaves no edge of the stage empty that the picture could fill. */
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

/** Zooms so that what lies under `at` (pixels of the stage) stays there. */
export function zoomedAbout(view: View, factor: number, at: Spot, stage: Size, fit: Size): View {
  const zoom = within(view.zoom * factor, 1, mostZoom);
  const by = zoom / view.zoom;
  return bounded({ zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }, stage, fit);
}

/** The spot under a point of the stage; null beside the picture. */
export function spotAt(at: Spot, view: View, fit: Size): Spot | null {
  const x = (at.x - view.x) / (fit.width * view.zoom);
  const y = (at.y - view.y) / (fit.height * view.zoom);
  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? tidySpot({ x, y }) : null;
}
