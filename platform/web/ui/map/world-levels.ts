/**
 * The outlines of the countries in three sizes, as vector tiles of one zoom each, which the build cuts from an atlas
 * (`tools/web/world-tiles.ts`). A map draws the farthest at once, 21 kB compressed, and over it the few tiles of a closer
 * level that it shows.
 */
export const worldLevels = [
  { name: 'far', atlas: '110m', zoom: 0, from: 0 },
  { name: 'middle', atlas: '50m', zoom: 2, from: 2 },
  { name: 'near', atlas: '10m', zoom: 4, from: 5 },
] as const;
export type WorldLevel = (typeof worldLevels)[number];

/** The layers of a tile. The sea of a closer level covers the coarser coast below it. */
export const worldLayers = { countries: 'countries', sea: 'sea' } as const;

export const worldProtocol = 'world';
export const worldAddress = `${worldProtocol}://{z}/{x}/{y}`;

/** The name of the file of a tile. */
export const tileName = (z: number, x: number, y: number): string => `${z}-${x}-${y}`;
