import { beforeEach, describe, expect, test, vi } from 'vitest';
import { contractDues } from '#core/accounts/server/api.ts';
import {
  act,
  breakIn,
  guard,
  ids,
  incident,
  of,
  opens,
  panels,
  read,
  security,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import { dueDone } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { warnOfContractEnds } from './contract-ends.ts';

withDesk();

const query = async (text: string, values: unknown[] = []) => (await panels.app.kit.pool.query(text, values)).rows;
const endsIn = (interval: string) =>
  query('UPDATE company_relation SET contract_to = now() + $3::interval WHERE provider_id = $1 AND client_id = $2', [
    ...[ids.aman, ids.reem, interval],
  ]);
const warn = () => warnOfContractEnds(panels.app.kit);
/** The companies whose people were notified since the last look. */
const notified = async () =>
  (
    await query(
      `WITH new AS (DELETE FROM notice WHERE kind = 'watch-contract' RETURNING user_id)
       SELECT DISTINCT u.company_id AS id FROM new JOIN users u ON u.id = new.user_id ORDER BY 1`,
    )
  ).map(({ id }) => id);
const both = () => [ids.aman, ids.reem].toSorted((a, b) => a - b);
const ending = async (person: TestPerson) =>
  (await of(person)('GET', '/alarm/status?kind=contract-ending')).body.data.map(
    ({ severity, subject }: { severity: string; subject: { name: string } }) => [severity, subject.name],
  );

beforeEach(async () => {
  await endsIn('1 year');
  await warn();
  await notified();
});

describe('the end of a contract', () => {
  test('is announced to both sides 14, 7 and 1 days before, once each, and shown until it is prolonged', async () => {
    await watched();
    await endsIn('14 days 1 hour');
    await warn();
    expect(await notified()).toEqual([]);
    const severities = { '14 days': 'ok', '7 days': 'poor', '1 day': 'problem' };
    for (const [interval, severity] of Object.entries(severities)) {
      // The date of the contract stays; time passes.
      await query(
        `UPDATE company_relation SET contract_to = now() + $3::interval WHERE provider_id = $1 AND client_id = $2`,
        [ids.aman, ids.reem, interval],
      );
      await query('UPDATE defcon_contract_end e SET ends_at = r.contract_to FROM company_relation r WHERE r.id = e.id');
      await warn();
      await warn();
      expect([interval, await notified()]).toEqual([interval, both()]);
      await warn();
      expect([interval, await notified()]).toEqual([interval, []]);
      expect((await ending(panels.customer)).map(([one]: string[]) => one)).toEqual([severity]);
      expect(await ending(security)).toEqual([[severity, expect.stringContaining('Reem')]]);
    }
    await endsIn('1 year');
    await warn();
    expect([await ending(panels.customer), await ending(security)]).toEqual([[], []]);
    await endsIn('6 days');
    await warn();
    expect(await notified()).toEqual(both());
  });

  test('is not announced while no panel is watched under it', async () => {
    await query("UPDATE defcon_assignment SET state = 'ended', in_force = false WHERE owner_id = $1", [ids.reem]);
    await endsIn('3 days');
    await warn();
    expect([await notified(), await ending(panels.customer)]).toEqual([[], []]);
  });

  test('by its date gives open incidents to the customer, notifies both sides, and takes the panel from the pages of the security company', async () => {
    const panel = await watched();
    const closed = await breakIn(panel);
    await act(guard, closed, 'acknowledge');
    expect((await act(guard, closed, 'terminate', { outcome: 'test' })).status).toBe(200);
    const open = await breakIn(panel, 2);
    await endsIn('1 hour');
    await warn();
    await notified();
    const published = vi.spyOn(panels.app.kit.live, 'publish');
    await endsIn('-1 second');
    await dueDone(panels.app, contractDues);
    const events = published.mock.calls.map(([event]) => event);
    published.mockRestore();
    expect(await read(panels.customer, open)).toMatchObject({ desk: { role: 'owner', mine: true } });
    expect(await notified()).toEqual(both());
    expect(await opens(guard, `/panel/${panel.id}`)).toBe(404);
    // What its open pages hear: the lists of panels and assignments, and the queue of incidents.
    expect(events).toContainEqual(
      expect.objectContaining({ topic: 'panel-assignments', audience: expect.arrayContaining([ids.aman]) }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        topic: 'alarms',
        type: 'closed',
        companyId: ids.aman,
        data: expect.objectContaining({ id: open }),
      }),
    );
    expect(await opens(guard, incident(closed))).toBe(200);
    expect(await ending(panels.customer)).toEqual([]);
    await dueDone(panels.app, contractDues);
    expect(await notified()).toEqual([]);
  });
});
