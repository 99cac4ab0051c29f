import type { Kit } from '#platform/server/kit.ts';
import { serve } from '#platform/server/serve.ts';
import { templates } from '../app.ts';
import { applyQueue, runApplication } from './apply.ts';
import { compareAll } from './compare.ts';
import { removeUnusedRules } from './device-templates.ts';
import { listeners } from './listeners.ts';
import './tables.ts';

async function start(kit: Kit): Promise<undefined> {
  if (!kit.roles.has('worker')) return undefined;
  await kit.jobs.work<{ id: number }>(applyQueue, ({ id }) => runApplication(kit, id));
  await kit.jobs.schedule('templates.compare', '23 1 * * *', async () => {
    await compareAll(kit);
    await removeUnusedRules(kit);
  });
  return undefined;
}

export const templatesServer = serve(
  templates,
  {},
  { start, listeners, history: { tables: { template: { words: { app: 'app' } } } } },
);
