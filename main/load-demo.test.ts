import { expect, test } from 'vitest';
import type { Kit } from '#platform/server/kit.ts';
import type { SliceServer } from '#platform/server/serve.ts';
import { apps } from './apps.ts';
import { readSiteSettings } from './brand.ts';
import { openHttp } from './compose.ts';
import { loadDemo } from './load-demo.ts';
import { slices } from './slices.ts';
import { testApps } from './test-apps/index.ts';
import { emptyKit } from './testing.ts';

const solutions = apps.filter(({ kind }) => kind === 'solution').map(({ id }) => id);
const withDevices = ['swam', 'metrowatch', 'rodent', 'sparking', 'defcon'];
const withoutDevices = solutions.filter((id) => !withDevices.includes(id));
/** The product has no test apps. */
const alwaysHidden = testApps.map(({ app }) => app.id);

async function withKit(hidden: readonly string[], work: (kit: Kit) => Promise<void>): Promise<void> {
  const { kit, close } = await emptyKit([...hidden, ...alwaysHidden]);
  await work(kit).finally(close);
}
const appsOfDevices = async ({ pool }: Kit): Promise<string[]> =>
  (await pool.query<{ app: string }>('SELECT DISTINCT app FROM device ORDER BY app')).rows.map(({ app }) => app);

async function appsOfProducts(kit: Kit): Promise<string[]> {
  const site = readSiteSettings('rasid', kit.settings.hiddenApps ?? []);
  const http = await openHttp(kit, { webFolder: null, site });
  const reply = await http.inject('/api/product?limit=100');
  await http.close();
  const offered: { app: string }[] = reply.json().data;
  return [...new Set(offered.map(({ app }) => app))];
}

test.each([['swam'], ['metrowatch', 'rodent', ...withoutDevices]])(
  'the demo of an installation without %s loads, and holds nothing of a hidden app',
  { timeout: 600_000 },
  async (...hidden) => {
    await withKit(hidden, async (kit) => {
      await loadDemo(kit);
      const columns = {
        device: 'app',
        company_app: 'app_id',
        permission_group: 'app_id',
        order_line: 'app',
        package_external: 'app',
      };
      for (const [table, column] of Object.entries(columns)) {
        const { rows } = await kit.pool.query(`SELECT FROM ${table} WHERE ${column} = ANY ($1)`, [hidden]);
        expect([table, rows.length]).toEqual([table, 0]);
      }
      expect(await appsOfDevices(kit)).toEqual(withDevices.filter((id) => !hidden.includes(id)).sort());
      const offered = await appsOfProducts(kit);
      expect(offered).toContain('core');
      expect(offered.filter((id) => hidden.includes(id))).toEqual([]);
      if (!hidden.includes('swam')) return;
      // Complete demo data is not loaded again, and an app gets its demo once it is shown.
      await loadDemo({ ...kit, settings: { ...kit.settings, hiddenApps: alwaysHidden } });
      expect(await appsOfDevices(kit)).toEqual([...withDevices].sort());
    });
  },
);

test('an incomplete load of demo data is reported with the slice and the remedy, also at the next start', async () => {
  const support = slices.find(({ app }) => app.id === 'support') as SliceServer;
  const { demo } = support;
  await withKit(solutions, async (kit) => {
    support.demo = () => Promise.reject(new Error('duplicate key value'));
    await expect(loadDemo(kit)).rejects.toThrow(
      /^The demo data of support could not be loaded: duplicate key value\. Run npm run demo:reset/,
    );
    if (demo) support.demo = demo;
    await expect(loadDemo(kit)).rejects.toThrow(/^The demo data of support is incomplete.*npm run demo:reset/);
  }).finally(() => {
    if (demo) support.demo = demo;
  });
});
