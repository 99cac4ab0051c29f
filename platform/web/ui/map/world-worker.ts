import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import fineUrl from 'world-atlas/countries-10m.json?url';
import usualUrl from 'world-atlas/countries-50m.json?url';
import { countriesFrom } from './atlas.ts';
import { fineFrom, type TileAnswer, type TileQuestion, worldLayer, worldMaxZoom } from './world-tiles.ts';

const extent = 4096;
// Tiles are cut when they are asked for: nobody looks at all of the world.
const options = { maxZoom: worldMaxZoom, indexMaxZoom: 0, extent };
const indexes = new Map<string, Promise<GeoJSONVT>>();

function indexOf(address: string): Promise<GeoJSONVT> {
  const before = indexes.get(address);
  if (before) return before;
  const index = countriesFrom(address).then((world) => new GeoJSONVT(world, options));
  // What could not be fetched is asked for again.
  index.catch(() => indexes.delete(address));
  indexes.set(address, index);
  return index;
}

/** The countries in a tile as a Mapbox vector tile; empty where there is only sea. */
async function tileAt({ z, x, y }: TileQuestion): Promise<ArrayBuffer> {
  const tile = (await indexOf(z < fineFrom ? usualUrl : fineUrl)).getTile(z, x, y);
  if (!tile) return new ArrayBuffer(0);
  const bytes = fromGeojsonVt({ [worldLayer]: tile }, { version: 2, extent });
  return bytes.slice().buffer;
}

async function answerTo(question: TileQuestion): Promise<TileAnswer> {
  try {
    return { id: question.id, tile: await tileAt(question) };
  } catch (error) {
    return { id: question.id, failed: String(error) };
  }
}

addEventListener('message', async ({ data }: MessageEvent<TileQuestion>) => {
  const answer = await answerTo(data);
  postMessage(answer, { transfer: 'tile' in answer ? [answer.tile] : [] });
});
