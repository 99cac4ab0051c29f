import { describe, expect, test } from 'vitest';
import {
  act,
  answer,
  breakIn,
  guard,
  ids,
  incident,
  of,
  offer,
  opens,
  panels,
  read,
  security,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { dueAssignments } from './end-assignments.ts';

withDesk();

describe('an assignment', () => {
  test('is offered by the owner, and in force once the security company has accepted it', async () => {
    const panel = await panels.add();
    const made = await offer(panel);
    expect(made.body.data).toMatchObject({ state: 'pending', inForce: false, side: 'owner', allowed: ['withdraw'] });
    const { id } = made.body.data;
    expect((await offer(panel)).body.word).toBe('already-monitored');
    expect((await answer(id, 'accept', guard)).status).toBe(403);
    const received = (await of(security)('GET', '/device-assign?side=receiver&state=pending')).body.data;
    expect(received).toMatchObject([{ id, side: 'receiver', allowed: ['accept', 'reject'], panel: { id: panel.id } }]);
    expect((await answer(id, 'accept')).body.data).toMatchObject({ state: 'accepted', inForce: true });
    expect((await answer(id, 'reject')).body.word).toBe('not-pending');
  });

  test('needs a running contract, and a company of the right kind', async () => {
    const panel = await panels.add();
    expect((await offer(panel, { companyId: ids.gulfcare })).body.errors).toEqual([
      { param: 'companyId', msg: 'notFound' },
    ]);
    const { id } = (await offer(panel)).body.data;
    const { kit } = panels.app;
    const contract = (status: string) =>
      kit.pool.query('UPDATE company_relation SET contract_status = $3 WHERE provider_id = $1 AND client_id = $2', [
        ...[ids.aman, ids.reem, status],
      ]);
    await contract('Inactive');
    expect((await answer(id, 'accept')).body.word).toBe('no-contract');
    await contract('Active');
    expect((await answer(id, 'reject')).body.data.state).toBe('rejected');
  });

  test('begins and ends at its time, and is withdrawn if nobody answers', async () => {
    const { kit } = panels.app;
    const panel = await panels.add();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = (await offer(panel, { fromAt: later, untilAt: new Date(Date.now() + 7_200_000).toISOString() })).body
      .data;
    expect((await answer(id, 'accept')).body.data).toMatchObject({ state: 'accepted', inForce: false });
    const passes = (what: string) => kit.pool.query(`UPDATE defcon_assignment SET ${what} WHERE id = $1`, [id]);
    const state = async () => (await panels.done('GET', `/device-assign/${id}`)) as { state: string; inForce: boolean };
    await passes("due_at = now() - interval '1 second'");
    await dueDone(panels.app, [dueAssignments]);
    expect(await state()).toMatchObject({ state: 'accepted', inForce: true });
    await passes("due_at = now() - interval '1 second'");
    await dueDone(panels.app, [dueAssignments]);
    expect(await state()).toMatchObject({ state: 'ended', inForce: false });
    const other = (await offer(panel)).body.data.id;
    await kit.pool.query("UPDATE defcon_assignment SET due_at = now() - interval '1 second' WHERE id = $1", [other]);
    await dueDone(panels.app, [dueAssignments]);
    expect((await panels.done('GET', `/device-assign/${other}`)).steps.at(-1)).toMatchObject({
      step: 'withdraw',
      detail: { reason: 'not-answered' },
      person: null,
    });
  });
});

describe('the desk of the security company', () => {
  test('has the incidents of the panels that it watches, and no others', async () => {
    const [panel, other] = [await watched(), await panels.add()];
    const [id, foreign] = [await breakIn(panel), await breakIn(other)];
    const seen = await read(guard, id);
    expect(seen).toMatchObject({ desk: { role: 'monitor', mine: true }, party: { role: 'monitor' }, device: null });
    expect(await opens(guard, incident(foreign))).toBe(404);
    expect(await read(panels.customer, id)).toMatchObject({ desk: { role: 'monitor', mine: false } });
    expect(await read(panels.customer, foreign)).not.toHaveProperty('desk.mine', false);
  });

  test('is not silenced by the acknowledgement of the customer', async () => {
    const id = await breakIn(await watched());
    expect((await act(panels.customer, id, 'acknowledge')).status).toBe(200);
    expect(await read(guard, id)).toMatchObject({ acknowledged: false, desk: { acknowledgedAt: null } });
    expect((await act(panels.customer, id, 'terminate', { outcome: 'handled' })).status).toBe(409);
  });

  test('is the only one that closes it; two people who take it at once are one winner and one loser', async () => {
    const id = await breakIn(await watched());
    const replies = await Promise.all([act(guard, id, 'acknowledge'), act(security, id, 'acknowledge')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ word: 'already-taken', detail: { by: expect.any(String) } });
    expect((await act(guard, id, 'terminate', { outcome: 'no-trace' })).body.data.disposition).toBe('terminated');
  });

  test('states what really happened in a comment; the cause is enough for a false alarm', async () => {
    const panel = await watched();
    const taken = async () => {
      const id = await breakIn(panel);
      await act(guard, id, 'acknowledge');
      return id;
    };
    const id = await taken();
    expect((await act(guard, id, 'terminate', { outcome: 'genuine' })).body.errors).toEqual([
      { param: 'comment', msg: 'Required' },
    ]);
    const closed = await act(guard, id, 'terminate', { outcome: 'genuine', comment: 'The shutter was forced' });
    expect(closed.body.data.disposition).toBe('terminated');
    expect((await act(guard, await taken(), 'reject', { cause: 'pet' })).body.data.disposition).toBe('rejected');
  });

  test('falls back to the customer when the assignment ends; what it closed stays readable', async () => {
    const panel = await watched();
    const closed = await breakIn(panel);
    await act(guard, closed, 'acknowledge');
    expect((await act(guard, closed, 'terminate', { outcome: 'test' })).status).toBe(200);
    const open = await breakIn(panel, 2);
    expect((await answer(panel.assignment, 'end')).body.data.state).toBe('ended');
    expect(await read(panels.customer, open)).toMatchObject({ desk: { role: 'owner', mine: true } });
    expect((await read(guard, open)).actions).toEqual([]);
    expect(await opens(guard, incident(closed))).toBe(200);
    const later = await breakIn(await panels.add());
    expect(await opens(guard, incident(later))).toBe(404);
  });

  test('falls back to the customer when the contract ends', async () => {
    const panel = await watched();
    const open = await breakIn(panel);
    await emittingAsSystem(panels.app.kit, panels.app.kit.db, (context) =>
      emit(context, 'contract.ended', { providerId: ids.aman, clientId: ids.reem, cause: 'date' }),
    );
    expect(await read(panels.customer, open)).toMatchObject({ desk: { role: 'owner', mine: true } });
    expect((await panels.done('GET', `/device-assign/${panel.assignment}`)).state).toBe('ended');
  });
});

test('the analysis of a security company names the sites of the incidents that it handles', async () => {
  const panel = await watched();
  await breakIn(panel);
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((at) => new Date(at).toISOString());
  const { body } = await of(guard)('GET', `/analysis/counters?from=${from}&to=${to}`);
  const structure = { id: panel.site, name: expect.any(String) };
  expect(body.data.byStructure).toContainEqual(expect.objectContaining({ structure }));
});
