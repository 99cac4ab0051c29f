import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Plugin } from 'vite';
import { type Atlas, countriesOf } from '../../platform/web/ui/map/atlas.ts';
import { tileName, type WorldLevel, worldLayers, worldLevels } from '../../platform/web/ui/map/world-levels.ts';

/** The units of a tile side, as many as MapLibre keeps. */
const extent = 8192;
/** In units: lines that leave a tile end beyond what is drawn of it. */
const buffer = 128;

/** All of the world as one area. */
const world: GeoJSON.Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
      [-180, -90],
    ],
  ],
};

const require = createRequire(import.meta.url);
const atlasOf = ({ atlas }: WorldLevel): Atlas =>
  JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${atlas}.json`), 'utf8'));

/** The tiles of a level that have land, by name. */
function tilesOf(level: WorldLevel): [name: string, tile: Uint8Array][] {
  // Points that are less than a unit apart are one.
  const options = { maxZoom: level.zoom + 1, indexMaxZoom: 0, extent, buffer, tolerance: 1 };
  const [land, sea] = [new GeoJSONVT(countriesOf(atlasOf(level)), options), new GeoJSONVT(world, options)];
  const side = Array.from({ length: 2 ** level.zoom }, (_, position) => position);
  return side.flatMap((x) =>
    side.flatMap((y): [string, Uint8Array][] => {
      const [countries, around] = [land, sea].map((index) => index.getTile(level.zoom, x, y));
      if (!countries || !around || countries.features.length === 0) return [];
      const layers = { [worldLayers.sea]: around, [worldLayers.countries]: countries };
      return [[tileName(level.zoom, x, y), fromGeojsonVt(layers, { version: 2, extent })]];
    }),
  );
}

let cut: { folder: string; tiles: ReadonlyMap<string, Uint8Array> } | undefined;

/** The tiles of all levels, and the name of their folder, which changes with their content. Cut once. */
function worldTiles(): NonNullable<typeof cut> {
  if (cut) return cut;
  const tiles = new Map(worldLevels.flatMap(tilesOf));
  const hash = createHash('sha256');
  for (const [name, tile] of tiles) hash.update(name).update(tile);
  cut = { folder: `assets/world-${hash.digest('hex').slice(0, 8)}`, tiles };
  return cut;
}

const module = 'virtual:world-tiles';
/** Servers compress files of this type. */
const ending = '.bin';

/** The Vite plugin for `virtual:world-tiles`: the address of the tiles and the names of those that there are. */
export const worldOutlines = (): Plugin => ({
  name: 'rasid-world-outlines',
  resolveId: (source) => (source === module ? `\0${module}` : null),
  load(id) {
    if (id !== `\0${module}`) return null;
    const { folder, tiles } = worldTiles();
    return [
      `export const addressOf = (name) => \`/${folder}/\${name}${ending}\`;`,
      `export const withLand = new Set(${JSON.stringify([...tiles.keys()].join(' '))}.split(' '));`,
    ].join('\n');
  },
  generateBundle() {
    if (!this.getModuleInfo(`\0${module}`)) return;
    const { folder, tiles } = worldTiles();
    for (const [name, source] of tiles)
      this.emitFile({ type: 'asset', fileName: `${folder}/${name}${ending}`, source });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const { folder, tiles } = worldTiles();
      const path = request.url?.split('?')[0] ?? '';
      const tile = path.startsWith(`/${folder}/`) && tiles.get(path.slice(folder.length + 2, -ending.length));
      if (tile) response.setHeader('content-type', 'application/octet-stream').end(tile);
      else next();
    });
  },
});
