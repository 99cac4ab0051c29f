import type pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumLaunchOptions } from '../platform/server/chromium.mjs';
import { buildWebIfStale } from '../tools/web/build-web.mjs';
import { addDevices } from './fixtures/fixtures.ts';
import { signedIn } from './fixtures/signed-in.ts';
import { trackStart } from './fixtures/tracks.ts';
import { percentile, startLoad } from './load-process.ts';
import { frameTimes, longTrail, untilQuiet } from './long-trail.ts';
import { serveBareMap } from './peers/bare-map.ts';
import { type BenchProduct, productRun } from './runs.ts';

/**
 * Prints one JSON line: the times of frames of 10,000 trackers on the live map while it is panned and 500 of them move
 * each second, compared with MapLibre alone with the same points; and of a trail of 100,000 positions the time to its
 * first line and the worst frame of its playback, compared with a bare line layer with all points.
 */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 10_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const updatesPerSecond = Number(process.env.BENCH_UPDATES ?? 500);
const positions = Number(process.env.BENCH_POSITIONS ?? 100_000);
const gatherMs = 2000;
/** The playback begins when the map has loaded. */
const quietMs = 1000;
const rounds = 2;
const size = { width: 1280, height: 800 };
const asset = { app: 'metrowatch', solution: 14, hardware: 1401 };

const addTrackers = async (pool: pg.Pool, company: number, count: number) => {
  const devices = await addDevices(pool, company, count, asset);
  const places = devices.map(({ id }, i) => ({ id, ...trackStart(i) }));
  await pool.query(
    `INSERT INTO device_place (device_id, time, lat, lng, source, coarse) SELECT id, now() - interval '1 hour', lat, lng, 0, false
       FROM jsonb_to_recordset($1::jsonb) AS p (id integer, lat float8, lng float8)`,
    [JSON.stringify(places)],
  );
  await pool.query(longTrail, [devices[0]?.id, positions]);
  return devices;
};

/** The lengths of the frames while the map is dragged to and fro. */
async function framesWhilePanning(page: Page, ms: number): Promise<number[]> {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('there is no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const measured = page.evaluate(frameTimes, ms);
  const until = performance.now() + ms;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let n = 0; performance.now() < until; n++)
    await page.mouse.move(x + 160 * Math.sin(n / 12), y + 40 * Math.cos(n / 9));
  await page.mouse.up();
  return measured;
}

type Places = { id: number; lat: number; lng: number }[];
const asGeoJson = (places: Places) => ({
  type: 'FeatureCollection',
  bounds: [...cornersOf(places)],
  features: places.map(({ id, lat, lng }) => ({
    type: 'Feature',
    properties: { id },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
});

function cornersOf(places: readonly { lat: number; lng: number }[]): [number, number, number, number] {
  let corners: [number, number, number, number] = [180, 90, -180, -90];
  for (const { lat, lng } of places)
    corners = [
      Math.min(corners[0], lng),
      Math.min(corners[1], lat),
      Math.max(corners[2], lng),
      Math.max(corners[3], lat),
    ];
  return corners;
}

/** The product's live map, moved by real messages. */
async function productMap(browser: Browser, { http, mqtt: port, user, devices }: BenchProduct): Promise<number[]> {
  const page = await signedIn(browser, { http, user, size });
  await page.goto('/SmartTrack/devices/map');
  await page.locator('canvas').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('article').length > 0);
  const load = startLoad({
    devices: devices.slice(0, updatesPerSecond),
    port,
    inFlight: 4,
    perSecond: updatesPerSecond,
    seconds: seconds + 4,
    tracks: { positions: 1, step: 8, turnAfter: 30 },
  });
  await page.waitForTimeout(gatherMs);
  const frames = await framesWhilePanning(page, seconds * 1000);
  await load;
  await page.context().close();
  return frames;
}

/** MapLibre alone, with the same points and as many that move. */
async function bareMap(browser: Browser): Promise<number[]> {
  const places = Array.from({ length: deviceCount }, (_, i) => ({ id: i, ...trackStart(i) }));
  const bare = await serveBareMap(asGeoJson(places));
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await page.goto(`${bare.url}/?kind=points`);
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0);
  await page.evaluate(
    ({ every, moving }) => {
      type Data = { features: { geometry: { coordinates: [number, number] } }[] };
      const { show } = window as unknown as { show(data: Data): void };
      void fetch('/data.json')
        .then((reply) => reply.json() as Promise<Data>)
        .then((data) =>
          setInterval(() => {
            for (const { geometry } of data.features.slice(0, moving)) geometry.coordinates[1] += 0.0001;
            show({ ...data });
          }, every),
        );
    },
    { every: gatherMs, moving: updatesPerSecond },
  );
  const frames = await framesWhilePanning(page, seconds * 1000);
  await page.context().close();
  await bare.stop();
  return frames;
}

type Drawn = { firstLineMs: number; worstFrameMs: number };

async function productTrail(browser: Browser, { http, user, devices }: BenchProduct): Promise<Drawn> {
  const page = await signedIn(browser, { http, user, size });
  const to = Date.now() + 60_000;
  const period = `period=custom&from=${new Date(to - 30 * 86_400_000).toISOString()}&to=${new Date(to).toISOString()}`;
  const address = `/SmartTrack/devices/asset-tracker/${devices[0]?.id}`;
  // The files of the page are there, as for a person who chooses another period.
  await page.goto(address);
  await page.locator('main h2').first().waitFor();
  await page.goto(`${address}?${period}`);
  const drawn = await page.waitForFunction(() => {
    const [mark] = performance.getEntriesByName('trail-drawn');
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/position?'));
    return mark && asked ? mark.startTime - asked.startTime : false;
  });
  const firstLineMs = Number(await drawn.jsonValue());
  await page.evaluate(untilQuiet, quietMs);
  await page.getByRole('slider').press('Home');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await page.keyboard.press(' ');
  const frames = await page.evaluate(frameTimes, seconds * 500);
  await page.context().close();
  return { firstLineMs, worstFrameMs: Math.max(...frames) };
}

async function bareTrail(browser: Browser, { pool, devices }: BenchProduct): Promise<Drawn> {
  const { rows } = await pool.query<{ lat: number; lng: number }>(
    'SELECT lat, lng FROM device_position WHERE device_id = $1 ORDER BY time',
    [devices[0]?.id],
  );
  const line = {
    type: 'Feature',
    bounds: cornersOf(rows),
    properties: {},
    geometry: { type: 'LineString', coordinates: rows.map(({ lat, lng }) => [lng, lat]) },
  };
  const bare = await serveBareMap(line);
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await page.goto(`${bare.url}/?kind=line`);
  const drawn = await page.waitForFunction(() => (window as unknown as { firstDrawn?: number }).firstDrawn ?? false);
  const firstLineMs = Number(await drawn.jsonValue());
  const frames = await framesWhilePanning(page, seconds * 500);
  await page.context().close();
  await bare.stop();
  return { firstLineMs, worstFrameMs: Math.max(...frames) };
}

buildWebIfStale();
process.env.BENCH_WEB = 'dist/web';
process.env.MAP_TILES_URL = 'none';
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  const measured = await productRun(
    deviceCount,
    async (product) => {
      const [own, bare, trails, bareTrails]: [number[], number[], Drawn[], Drawn[]] = [[], [], [], []];
      // Alternating, so that a change in the speed of the machine favours neither.
      for (let round = 0; round < rounds; round++) {
        own.push(...(await productMap(browser, product)));
        bare.push(...(await bareMap(browser)));
        trails.push(await productTrail(browser, product));
        bareTrails.push(await bareTrail(browser, product));
      }
      return { own, bare, trails, bareTrails };
    },
    {},
    { app: 'metrowatch', add: addTrackers },
  );
  const { own, bare, trails, bareTrails } = measured;
  const median = (all: readonly Drawn[], pick: (one: Drawn) => number) => percentile(all.map(pick), 0.5);
  const [p95, bareP95] = [percentile(own, 0.95), percentile(bare, 0.95)];
  const first = median(trails, ({ firstLineMs }) => firstLineMs);
  const bareFirst = median(bareTrails, ({ firstLineMs }) => firstLineMs);
  console.log(
    JSON.stringify({
      devices: deviceCount,
      updatesPerSecond,
      frameP95Ms: Math.round(p95),
      bareFrameP95Ms: Math.round(bareP95),
      frameRatio: Number((p95 / bareP95).toFixed(3)),
      frames: own.length,
      trailPositions: positions,
      firstLineMs: Math.round(first),
      bareFirstLineMs: Math.round(bareFirst),
      firstLineRatio: Number((first / bareFirst).toFixed(3)),
      worstPlaybackFrameMs: Math.round(Math.max(...trails.map(({ worstFrameMs }) => worstFrameMs))),
      bareWorstFrameMs: Math.round(Math.max(...bareTrails.map(({ worstFrameMs }) => worstFrameMs))),
    }),
  );
} finally {
  await browser.close();
}
