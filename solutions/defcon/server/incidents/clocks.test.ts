import { beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  breakIn,
  clockOf,
  clockRunsOut,
  guard,
  hq,
  ids,
  of,
  panels,
  read,
  security,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPerson } from '#main/testing.ts';

withDesk();

const eventsOf = async (person: TestPerson, id: number): Promise<{ action: string; actor: unknown; data: object }[]> =>
  (await read(person, id)).events;
const lastEvent = async (person: TestPerson, id: number) => (await eventsOf(person, id)).at(-1);
const set = async (change: object) => {
  const before = (await of(security)('GET', '/intrusion-setting')).body.data;
  expect((await of(security)('PUT', '/intrusion-setting', { ...before, ...change })).status).toBe(200);
};
/** Somebody presses a hold-up button where the police comes. */
async function heldUp(): Promise<number> {
  const panel = await watched();
  await panels.done('PATCH', `/panel/${panel.id}`, { policeResponse: true });
  await panels.signal(panel, Date.now() - 1000, { code: 'HA', group: 1, zone: 1 });
  return (await panels.incidents(panel))[0].id;
}
const notifications = async (id: number, cause: string) =>
  (
    await panels.app.kit.pool.query(
      'SELECT user_id, method, step FROM alarm_notification WHERE alarm_id = $1 AND cause = $2 AND company_id = $3',
      [id, cause, ids.aman],
    )
  ).rows;

describe('an incident that nobody takes', () => {
  beforeAll(async () => {
    const { rows } = await panels.app.kit.pool.query(
      "SELECT id FROM defcon_locality WHERE kind = 'local' AND status = 'active' ORDER BY id LIMIT 1",
    );
    await panels.app.kit.pool.query(
      `INSERT INTO defcon_premises (company_id, structure_id, override_id) SELECT company_id, id, $2 FROM structure WHERE company_id = $1
           ON CONFLICT (structure_id) DO UPDATE SET override_id = $2`,
      [ids.reem, rows[0].id],
    );
  });

  test('rings at all, then at the administrators by text message, and stops when somebody takes it', async () => {
    const id = await breakIn(await watched());
    expect(await clockOf(id)).toEqual(['ring', 60]);
    await clockRunsOut(id);
    expect(await lastEvent(guard, id)).toMatchObject({ action: 'unanswered', actor: null });
    expect(await notifications(id, 'unanswered')).toEqual([]);
    expect(await clockOf(id)).toEqual(['administrators', 60]);
    await clockRunsOut(id);
    expect(await notifications(id, 'unanswered')).toMatchObject([{ method: 'sms', step: 1 }]);
    // What is not of the first priority does not go to the police by itself.
    expect(await clockOf(id)).toBeNull();
    const other = await breakIn(await watched());
    await act(guard, other, 'acknowledge');
    expect(await clockOf(other)).toEqual(['idle', 180]);
  });

  test('rings by the times of the security company', async () => {
    await set({ ackSeconds: [20, 40, 80, 160] });
    expect(await clockOf(await breakIn(await watched()))).toEqual(['ring', 40]);
    // The customer has none of its own.
    expect(await clockOf(await breakIn(await panels.add()))).toEqual(['ring', 60]);
    await set({ ackSeconds: [30, 60, 120, 1800] });
  });

  test('goes to the police by itself where it is of the first priority', async () => {
    const id = await heldUp();
    expect(await clockOf(id)).toEqual(['ring', 30]);
    await clockRunsOut(id);
    await clockRunsOut(id);
    expect(await clockOf(id)).toEqual(['police', 60]);
    expect(await read(guard, id)).toMatchObject({ desk: { role: 'monitor' } });
    await clockRunsOut(id);
    expect(await read(hq, id)).toMatchObject({ desk: { role: 'hq', mine: true }, disposition: 'escalated' });
    expect(await lastEvent(guard, id)).toMatchObject({ action: 'police-called', actor: null });
    expect(await clockOf(id)).toEqual(['ring', 120]);
  });

  test('does not where the police cannot be called, the kind is left out, or somebody has taken it', async () => {
    const [unserved, taken] = [await heldUp(), await heldUp()];
    const hqCompany = "UPDATE defcon_locality SET status = $1 WHERE kind = 'headquarters'";
    for (const id of [unserved, taken]) for (let times = 0; times < 2; times++) await clockRunsOut(id);
    await act(guard, taken, 'acknowledge');
    expect(await clockOf(taken)).toEqual(['idle', 120]);
    await panels.app.kit.pool.query(hqCompany, ['inactive']);
    await clockRunsOut(unserved);
    await panels.app.kit.pool.query(hqCompany, ['active']);
    expect(await lastEvent(guard, unserved)).toMatchObject({
      action: 'police-not-called',
      data: { reason: 'no-station' },
    });
    expect(await clockOf(unserved)).toBeNull();
    await set({ autoPolice: ['panic'] });
    const left = await heldUp();
    for (let times = 0; times < 2; times++) await clockRunsOut(left);
    expect(await clockOf(left)).toBeNull();
    await set({ autoPolice: ['hold-up', 'duress', 'panic'] });
  });

  test('rings at the headquarters after its own seconds, and at nobody once it is closed', async () => {
    const id = await breakIn(await watched());
    await act(guard, id, 'acknowledge');
    await act(guard, id, 'escalate-police');
    expect(await clockOf(id)).toEqual(['ring', 120]);
    await clockRunsOut(id);
    expect(await lastEvent(hq, id)).toMatchObject({ action: 'unanswered' });
    await act(hq, id, 'acknowledge');
    expect(await clockOf(id)).toBeNull();
    const closed = await breakIn(await watched());
    await act(guard, closed, 'acknowledge');
    await act(guard, closed, 'terminate', { outcome: 'handled' });
    const before = (await eventsOf(guard, closed)).length;
    await clockRunsOut(closed);
    expect(await eventsOf(guard, closed)).toHaveLength(before);
    expect(await clockOf(closed)).toBeNull();
  });
});

describe('an incident that somebody has taken', () => {
  test('returns to the queue if nothing is done with it, and stays while something is', async () => {
    const id = await breakIn(await watched());
    await act(guard, id, 'acknowledge');
    await clockRunsOut(id);
    expect(await read(guard, id)).toMatchObject({ acknowledged: false, acknowledgedBy: null });
    expect(await lastEvent(guard, id)).toMatchObject({ action: 'released', data: { reason: 'idle' } });
    expect(await clockOf(id)).toEqual(['ring', 60]);
    await act(guard, id, 'acknowledge');
    await panels.app.kit.pool.query(
      "UPDATE defcon_clock SET due_at = now() + interval '1 second' WHERE alarm_id = $1",
      [id],
    );
    await act(guard, id, 'comment', { comment: 'I am phoning them' });
    expect(await clockOf(id)).toEqual(['idle', 180]);
  });

  test('stays with its holder while a responder is on the way, and where nobody waits', async () => {
    const id = await breakIn(await watched());
    await act(guard, id, 'acknowledge');
    const responders = (await of(guard)('GET', '/alarm/intrusion/responders')).body.data;
    expect((await act(guard, id, 'escalate-user', { userId: responders[0].id })).status).toBe(200);
    expect(await clockOf(id)).toBeNull();
    const own = await breakIn(await panels.add());
    await act(panels.customer, own, 'acknowledge');
    expect(await clockOf(own)).toBeNull();
  });

  test('is taken over by an operator only after some minutes without a step, and by an administrator always', async () => {
    const id = await breakIn(await watched());
    await act(security, id, 'acknowledge');
    const refused = await act(guard, id, 'take-over');
    expect([refused.status, refused.body.word]).toEqual([409, 'holder-active']);
    await panels.app.kit.pool.query(
      "UPDATE defcon_clock SET worked_at = now() - interval '181 seconds' WHERE alarm_id = $1",
      [id],
    );
    expect((await act(guard, id, 'take-over')).status).toBe(200);
    expect((await act(security, id, 'take-over')).status).toBe(200);
  });

  test('is closed only after it was taken, if it is urgent', async () => {
    const id = await breakIn(await watched());
    expect((await read(guard, id)).actions).not.toContain('terminate');
    for (const [action, body] of [
      ['terminate', { outcome: 'handled' }],
      ['reject', { cause: 'pet', comment: 'A cat' }],
    ] as const) {
      const refused = await act(guard, id, action, body);
      expect([refused.status, refused.body.word]).toEqual([409, 'not-taken']);
    }
    await panels.app.kit.pool.query('UPDATE alarm SET rank = 3 WHERE id = $1', [id]);
    expect((await act(guard, id, 'reject', { cause: 'pet', comment: 'A cat' })).status).toBe(200);
  });
});
