import { expect, test } from 'vitest';
import { act, guard, ids, of, panels, read, security, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import { eventually } from '#main/testing/test-device.ts';

withDesk();

const stateOf = async (id: number): Promise<{ state: string; reason: string | null }> => {
  const [notification] = await eventually(
    async () =>
      (
        await panels.app.kit.pool.query(
          "SELECT state, reason FROM alarm_notification WHERE alarm_id = $1 AND company_id = $2 AND cause = 'raised' AND method = 'email'",
          [id, ids.aman],
        )
      ).rows,
    ([found]) => found !== undefined && found.state !== 'queued',
  );
  return notification;
};

test('people are notified of a break-in whose zone was restored in the same message', async () => {
  const guardId = (await guard.call('GET', '/session')).body.data.user.id;
  const created = await of(security)('POST', '/notifications-group', {
    ...{ name: 'The desk', users: [guardId], resources: ['*'] },
    notifications: { intrusion: { email: ['intrusion'] } },
  });
  expect(created.status).toBe(201);
  const panel = await watched();
  const at = Date.now() - 60_000;
  await panels.signals(panel, [
    [at, { code: 'CL', group: 1, user: 1 }],
    [at + 1000, { code: 'BA', group: 1, zone: 1 }],
    [at + 2000, { code: 'BR', group: 1, zone: 1 }],
  ]);
  const [{ id }] = await panels.incidents(panel);
  expect(await read(guard, id)).toMatchObject({ condition: 'cleared', disposition: 'open' });
  expect(await stateOf(id)).toEqual({ state: 'sent', reason: null });
  await act(guard, id, 'acknowledge');
});
