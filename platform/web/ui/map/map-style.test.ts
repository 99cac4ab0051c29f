import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchedStyle, isTemplate, labelledIn, plainStyle, tiledStyle } from './map-style.ts';

const style = { version: 8, sources: {}, layers: [] };
const server = createServer((request, reply) =>
  request.url === '/style.json' ? reply.end(JSON.stringify(style)) : reply.writeHead(503).end(),
);
let base: string;
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test('raster tiles are drawn over the built-in map, which remains where tiles are missing', () => {
  const url = `${base}/{z}/{x}/{y}.png`;
  const tiled = tiledStyle('light', { url, attribution: '© OpenStreetMap' });
  const plain = plainStyle('light');
  expect(tiled.layers.map(({ id }) => id)).toEqual([...plain.layers.map(({ id }) => id), 'tiles']);
  expect(tiled.sources.tiles).toMatchObject({ type: 'raster', tiles: [url], attribution: '© OpenStreetMap' });
});

test('the farthest outlines stay below closer ones, so that land is seen while these load', () => {
  const layers = plainStyle('light').layers.map(({ id, minzoom = 0, maxzoom = 24 }) => ({ id, minzoom, maxzoom }));
  const seenAt = (zoom: number) =>
    layers.filter(({ minzoom, maxzoom }) => minzoom <= zoom && zoom < maxzoom).map(({ id }) => id);
  const far = ['background', 'far-sea', 'far-land', 'far-borders'];
  expect(seenAt(1)).toEqual(far);
  expect(seenAt(4)).toEqual([...far, 'middle-sea', 'middle-land', 'middle-borders']);
  expect(seenAt(8)).toEqual([...far, 'near-sea', 'near-land', 'near-borders']);
});

test('the names of places are written in the language of the reader, and numbers of roads stay', () => {
  const field = (id: string, text: string) => ({
    id,
    type: 'symbol' as const,
    source: 's',
    layout: { 'text-field': ['get', text] as ['get', string] },
  });
  const labelled = labelledIn(
    { version: 8, sources: {}, layers: [field('town', 'name:latin'), field('road', 'ref')] },
    'ar',
  );
  expect(labelled.layers.map((layer) => (layer as ReturnType<typeof field>).layout['text-field'])).toEqual([
    ['coalesce', ['get', 'name:ar'], ['get', 'name']],
    ['get', 'ref'],
  ]);
});

test('a tile template is distinguished from a style', () => {
  expect(isTemplate({ url: `${base}/{z}/{x}/{y}.png`, attribution: '' })).toBe(true);
  expect(isTemplate({ url: `${base}/style.json`, attribution: '' })).toBe(false);
});

test('a map style is fetched from its server, and is missing if the server fails', async () => {
  expect(await fetchedStyle({ url: `${base}/style.json`, attribution: '' })).toEqual(style);
  await expect(fetchedStyle({ url: `${base}/gone.json`, attribution: '' })).rejects.toThrow('503');
});
