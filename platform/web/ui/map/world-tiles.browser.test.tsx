import { expect, test } from 'vitest';
import { fineFrom, worldTile } from './world-tiles.ts';

/** The tile that holds a place, by the Mercator projection. */
const tileOf = (z: number, lng: number, lat: number): [number, number, number] => {
  const latitude = (lat * Math.PI) / 180;
  const y = (1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2;
  return [z, Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)];
};
const [gulf, ocean] = [
  { lng: 54.4, lat: 24.4 },
  { lng: -140, lat: -40 },
];
const bytesOf = async (z: number, { lng, lat }: typeof gulf) => (await worldTile(...tileOf(z, lng, lat))).byteLength;

test('land is drawn at every zoom, and the open sea is empty', async () => {
  for (const z of [0, 3, fineFrom, 9]) expect(await bytesOf(z, gulf)).toBeGreaterThan(20);
  expect(await bytesOf(6, ocean)).toBe(0);
});
