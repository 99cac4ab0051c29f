import { dueBatch } from '#platform/server/due.ts';
import { logBySystem } from '../events/panel-log.ts';

/** Tests of panels whose time is over. From then on their events ring again, and their pages and log say so. */
export const dueTests = dueBatch<{ id: number; companyId: number; testScope: string }>(
  'defcon.tests',
  { table: 'defcon_panel', at: 'test_until' },
  500,
  async (context, ended) => {
    await context.tx
      .updateTable('defconPanel')
      .set({ testUntil: null, testScope: null })
      .where(
        'id',
        'in',
        ended.map(({ id }) => id),
      )
      .execute();
    await logBySystem(
      context,
      'test-ended',
      ended.map((panel) => ({ panel, data: { scope: panel.testScope } })),
    );
  },
);
