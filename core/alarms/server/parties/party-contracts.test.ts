import { afterEach, describe, expect, test } from 'vitest';
import { act, app, asSystem, companies, force, monitor, owner, read, withParties } from '#main/testing/test-alarms.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { emit } from '#platform/server/domain-events.ts';

withParties();

describe('companies with contracts', () => {
  type Relation = { providerId: number; clientId: number; status?: string };
  const relation = async ({ providerId, clientId, status = 'engaged' }: Relation): Promise<number> =>
    (
      await app.kit.pool.query(
        'INSERT INTO company_relation (provider_id, client_id, status) VALUES ($1, $2, $3) RETURNING id',
        [providerId, clientId, status],
      )
    ).rows[0].id;
  const ended = (contract: { providerId: number; clientId: number }) =>
    asSystem((context) => emit(context, 'contract.ended', { ...contract, cause: 'date' }));
  const contract = () => ({ providerId: companies.monitor, clientId: companies.owner });
  afterEach(() =>
    app.kit.pool.query('DELETE FROM company_relation WHERE provider_id = ANY ($1) AND client_id = ANY ($1)', [
      [companies.monitor, companies.owner],
    ]),
  );

  test('stay parties while another contract runs between them', async () => {
    const id = await force(35);
    await relation({ providerId: companies.owner, clientId: companies.monitor });
    await ended(contract());
    expect((await read(monitor, id)).party.untilAt).toBeNull();
  });

  test('read closed alarms as they were when their contract ended, which has no event in them', async () => {
    const id = await force(36);
    await act(owner, id, 'terminate');
    await ended(contract());
    expect((await read(monitor, id)).party.untilAt).not.toBeNull();
    expect((await act(monitor, id, 'comment', { comment: 'Late' })).status).toBe(409);
    expect((await read(owner, id)).events.map(({ action }: { action: string }) => action)).not.toContain('party-ended');
  });

  test('do not join new alarms after their last contract has ended', async () => {
    await relation({ ...contract(), status: 'disengaged' });
    const id = await force(37);
    expect((await monitor.call('GET', `/rooms/api/alarm/${id}`)).status).toBe(404);
    expect((await read(owner, id)).parties).toMatchObject([{ company: { id: companies.hq } }]);
    await relation(contract());
    expect((await monitor.call('GET', `/rooms/api/alarm/${await force(38)}`)).status).toBe(200);
  });

  test('do not miss the end of a contract under which an alarm is being raised', async () => {
    const running = await relation(contract());
    const raising = await app.kit.pool.connect();
    try {
      await raising.query('BEGIN; SET LOCAL ROLE rasid_all');
      await raising.query('SELECT lock_running_contract($1, $2)', [companies.owner, companies.monitor]);
      const ending = app.kit.pool.query("UPDATE company_relation SET status = 'disengaged' WHERE id = $1", [running]);
      await lockWaits(app, 1, 'company_relation');
      await raising.query('COMMIT');
      await ending;
    } finally {
      await raising.query('ROLLBACK');
      raising.release();
    }
  });
});
