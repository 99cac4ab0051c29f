import { type Browser, chromium } from 'playwright-core';
import { openPool } from '#platform/server/postgres/database.ts';
import { chromiumLaunchOptions } from '../../platform/server/chromium.mjs';
import { buildWebIfStale } from '../../tools/web/build-web.mjs';
import { addPlan, emptyPlan, signIn } from '../fixtures/caller.ts';
import { addCompany, addUser, type BenchUser } from '../fixtures/fixtures.ts';
import { addBays, addCarPark } from '../fixtures/parking-past.ts';
import { signedIn } from '../fixtures/signed-in.ts';
import { percentile } from '../load-process.ts';
import { type BareItem, serveBarePlan } from '../peers/bare-plan.ts';
import { type Prepared, productWith } from '../runs.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const groups = 4;
const baysOfGroup = 250;
const bays = groups * baysOfGroup;
const size = { width: 1440, height: 900 };
const ratio = emptyPlan.height / emptyPlan.width;
/** The most items of one call. */
const atOnce = 500;

type Fixtures = { user: BenchUser; location: number };
type Measuring = Prepared<Fixtures>;

async function prepare(url: string): Promise<Fixtures> {
  const pool = openPool(url);
  try {
    const company = await addCompany(pool, 'Parking', ['sparking']);
    const user = await addUser(pool, company);
    const location = await addCarPark(pool, company, 'Level');
    await addBays(pool, company, location, { groups, baysOfGroup });
    await pool.query(
      `INSERT INTO sparking_slot_state (id, company_id, state, since, quality)
       SELECT id, company_id, CASE id % 3 WHEN 0 THEN 'free' WHEN 1 THEN 'occupied' ELSE 'unknown' END, now(), 'measured' FROM sparking_slot`,
    );
    await pool.query('VACUUM ANALYZE');
    return { user, location };
  } finally {
    await pool.end();
  }
}

const perRow = 50;
const outline = [
  { x: -0.008, y: -0.012 },
  { x: 0.008, y: -0.012 },
  { x: 0.008, y: 0.012 },
  { x: -0.008, y: 0.012 },
];
const placed = (n: number) => ({
  x: 0.02 + (0.96 * (n % perRow)) / perRow,
  y: 0.04 + (0.92 * Math.floor(n / perRow)) / (bays / perRow),
  outline,
});

async function drawBays({ http, pool, fixtures: { user, location } }: Measuring): Promise<void> {
  const call = await signIn(http, user);
  const plan = await addPlan(call, '/sparking/api/layout', location, 'Level');
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM sparking_slot WHERE location_id = $1 ORDER BY number',
    [location],
  );
  const items = rows.map(({ id: refId }, n) => ({ app: 'places', kind: 'space', refId, ...placed(n) }));
  for (let at = 0; at < items.length; at += atOnce)
    await call('PUT', `/layout/${plan}/item`, { items: items.slice(at, at + atOnce) });
}

/** Marks when all bays are painted. */
const watchBays = (count: number) => {
  const look = () => {
    if (document.querySelectorAll('[data-plan-items] [role="option"]').length < count) return;
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true });
};

/** From when all that the plan shows is known until it is painted, in ms. */
async function ownPaint(browser: Browser, { http, fixtures: { user, location } }: Measuring): Promise<number> {
  const page = await signedIn(browser, { http, user, size });
  // The files of the page are there, as for a person who has opened another plan before.
  const address = `/smart-parking/locations/details/${location}`;
  await page.goto(address);
  const painted = () => document.querySelectorAll('[data-plan-items] [role="option"]').length > 0;
  await page.waitForFunction(painted);
  await page.addInitScript(watchBays, bays);
  await page.goto(address);
  const took = await page.waitForFunction(() => {
    const [mark] = performance.getEntriesByName('drawn');
    const replies = performance.getEntriesByType('resource').filter(({ name }) => /\/(slot|item)(\?|$)/.test(name));
    return mark
      ? mark.startTime - Math.max(...replies.map((one) => (one as PerformanceResourceTiming).responseEnd))
      : false;
  });
  const ms = Number(await took.jsonValue());
  await page.context().close();
  return ms;
}

async function barePaint(browser: Browser, url: string): Promise<number> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await page.goto(url);
  await page.goto(url);
  const took = await page.waitForFunction(() => {
    const [drawn] = performance.getEntriesByName('drawn');
    const [known] = performance.getEntriesByName('known');
    return drawn && known ? drawn.startTime - known.startTime : false;
  });
  const ms = Number(await took.jsonValue());
  await page.context().close();
  return ms;
}

const letters = ['F', 'X', '?'] as const;
const colours = ['#2b8a3e', '#c92a2a', '#868e96'] as const;
const bareItem = (n: number): BareItem => ({
  ...placed(n),
  letter: letters[n % letters.length] ?? '',
  colour: colours[n % colours.length] ?? '',
});

/** The first paint of a plan with 1,000 bays, compared with a bare SVG of the same shapes and letters. */
export async function measurePlan() {
  buildWebIfStale();
  process.env.BENCH_WEB = 'dist/web';
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const items = Array.from({ length: bays }, (_, n) => bareItem(n));
    const bare = await serveBarePlan({ ratio, items }, await emptyPlan.picture());
    const [own, plain] = await productWith(prepare, async (product) => {
      await drawBays(product);
      const ms: [number[], number[]] = [[], []];
      // Alternating, so that a change in the speed of the machine favours neither.
      for (let round = 0; round < rounds; round++) {
        ms[0].push(await ownPaint(browser, product));
        ms[1].push(await barePaint(browser, bare.url));
      }
      return ms;
    });
    await bare.stop();
    const [paintMs, barePaintMs] = [percentile(own, 0.5), percentile(plain, 0.5)];
    return {
      plan: {
        bays,
        paintMs: Math.round(paintMs),
        barePaintMs: Math.round(barePaintMs),
        ratioToBare: Number((paintMs / barePaintMs).toFixed(3)),
      },
    };
  } finally {
    await browser.close();
  }
}
