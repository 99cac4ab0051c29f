import { expect, test } from 'vitest';
import { worldLevels } from './world-levels.ts';
import { answerWorld, worldTile } from './world-tiles.ts';

/** The tile that holds a place, by the Mercator projection. */
const tileOf = (z: number, lng: number, lat: number): [number, number, number] => {
  const latitude = (lat * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2;
  return [z, Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)];
};
const [gulf, ocean] = [
  { lng: 54.4, lat: 24.4 },
  { lng: -120, lat: -50 },
];
const bytesOf = async (z: number, { lng, lat }: typeof gulf) => (await worldTile(...tileOf(z, lng, lat))).byteLength;

test('land is drawn at every level, and the open sea is empty', async () => {
  for (const { zoom } of worldLevels) expect(await bytesOf(zoom, gulf)).toBeGreaterThan(20);
  expect(await bytesOf(4, ocean)).toBe(0);
});

test('the first outlines of a map are light, and so are the close ones of a region', async () => {
  expect(await bytesOf(0, gulf)).toBeLessThan(30_000);
  expect(await bytesOf(4, gulf)).toBeLessThan(30_000);
});

test('a tile is found by the address that the map requests', async () => {
  const [z, x, y] = tileOf(4, gulf.lng, gulf.lat);
  const { data } = await answerWorld({ url: `world://${z}/${x}/${y}` });
  expect(data).toEqual(await worldTile(z, x, y));
});
