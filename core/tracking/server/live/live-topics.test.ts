import { expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { app, goTo, tracker, withTracker } from '#main/testing/test-tracker.ts';
import type { LiveEvent } from '#platform/server/live/live.ts';
import { positionTopics } from './live-topics.ts';

withTracker();

test('a live map is notified of devices that move in structures whose devices the person may read, by app and structure only', async () => {
  const events: LiveEvent[] = [];
  const stop = app.kit.live.subscribe('positions', (event) => void events.push(event));
  await goTo(0);
  const [moved] = await eventually(
    async () => events,
    ({ length }) => length > 0,
  );
  stop();
  const { rows } = await app.kit.pool.query('SELECT company_id, structure_id FROM device WHERE id = $1', [tracker.id]);
  const [{ company_id: company, structure_id: structureId }] = rows;
  expect(moved).toEqual({
    topic: 'positions',
    type: 'moved',
    companyId: company,
    data: { app: 'sample', structureId },
  });

  const viewer = await app.signIn('viewer@rasid.test');
  const { session } = (await viewer.call('GET', '/session')).body.data;
  const scope = { companies: [company], userId: session.user.id, actingFor: company };
  const concerns = (resource: string, permitted = true) => {
    const abilities = { sample: { [resource]: { device: ['read'] } } };
    const actor = { session: { ...session, abilities }, scope, sessionId: '', locale: 'en' as const, email: '' };
    const [topic] = positionTopics.companies ?? [];
    return moved && topic?.concerns({ kit: app.kit, actor, may: () => permitted }, moved);
  };
  expect([concerns('*'), concerns(`${structureId}`)]).toEqual([true, true]);
  expect([concerns(`${structureId + 1}`), concerns('*', false)]).toEqual([false, false]);
});
