import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueDigests, nextDigest } from './digest.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const query = async (text: string, values: unknown[] = []) => (await traps.app.kit.pool.query(text, values)).rows;
const iso = (at: number) => new Date(at).toISOString();
const hit = (trap: TestTrap, minutes: number) =>
  traps.events(trap, { ts: Date.now() - minutes * 60_000, kind: 'hit', data: { type: 'activation', body: true } });
/** As if it were the next morning. */
async function morning(): Promise<void> {
  await query("UPDATE rodent_digest SET due_at = now() - interval '61 seconds'");
  await query("UPDATE rodent_hit SET created_at = created_at - interval '10 minutes'");
  const { kit } = traps.app;
  await Promise.all([doDue(kit, [dueDigests]), doDue(kit, [dueDigests])]);
}
const sent = async (): Promise<string[]> =>
  (
    await query(
      "SELECT recipient, text AS body FROM mail_outbox WHERE subject LIKE 'Traps outside%' OR subject LIKE 'مصائد المحيط%' ORDER BY id",
    )
  ).map(({ recipient, body }) => `${recipient} ${body}`);

test('a digest is due at seven by the clock of the company, also when that is changed over night', () => {
  const next = (at: string, zone: string) => iso(nextDigest(Date.parse(at), zone));
  expect(next('2026-03-01T02:59:59Z', 'Asia/Dubai')).toBe('2026-03-01T03:00:00.000Z');
  expect(next('2026-03-01T03:00:00Z', 'Asia/Dubai')).toBe('2026-03-02T03:00:00.000Z');
  expect(next('2026-04-23T12:00:00Z', 'Africa/Cairo')).toBe('2026-04-24T04:00:00.000Z');
  expect(next('2026-04-22T12:00:00Z', 'Africa/Cairo')).toBe('2026-04-23T05:00:00.000Z');
});

test('people get one digest in the morning, of hits outside at the sites that they may see, and of nothing else', async () => {
  const [outside, far, inside] = [
    await traps.add({ zone: 'exterior' }),
    await traps.add({ zone: 'exterior' }),
    await traps.add({ zone: 'interior-food' }),
  ];
  await query('UPDATE structure SET name = $2 WHERE id = $1', [outside.site, 'North yard']);
  await query('UPDATE structure SET name = $2 WHERE id = $1', [far.site, 'South yard']);
  await hit(inside, 30);
  expect(await query('SELECT FROM rodent_digest')).toEqual([]);
  const { operator } = await traps.people();
  const group = (await traps.call('GET', '/permissions-group')).body.data[0];
  await traps.call('PATCH', `/permissions-group/${group.id}`, { resources: [outside.site] });
  expect((await operator.call('GET', '/rodent/hit')).status).toBe(200);
  await hit(outside, 40);
  await hit(outside, 20);
  await hit(far, 15);
  const [wrong] = await traps.hits(far);
  await traps.call('POST', `/hit/${wrong?.id}/verdict`, { verdict: 'false' });
  await hit(far, 5);
  const [{ due_at: due }] = await query('SELECT due_at FROM rodent_digest');
  expect(iso(Date.parse(due)).slice(11)).toBe('03:00:00.000Z');
  await query("UPDATE rodent_digest SET from_at = from_at - interval '1 hour'");
  await morning();
  const mails = await sent();
  const of = (name: string) => mails.filter((mail) => mail.startsWith(`${name}@rasid.test`));
  expect(of('customer')).toHaveLength(1);
  expect(of('operator')).toHaveLength(1);
  expect(of('other')).toEqual([]);
  expect(of('customer')[0]).toMatch(/North yard.{0,9}: 2 hits at 1 trap, 2 catches/s);
  expect(of('customer')[0]).toMatch(/South yard.{0,9}: 1 hit at 1 trap, 1 catch/s);
  expect(of('customer')[0]).not.toContain('Warehouse');
  expect(of('operator')[0]).toContain('North yard');
  expect(of('operator')[0]).not.toContain('South yard');
  const [next] = await query('SELECT due_at > now() AS later FROM rodent_digest');
  expect(next).toEqual({ later: true });
  await morning();
  expect(await sent()).toHaveLength(mails.length);
});

test('a provider gets the digest of the sites that its contract covers, which names the customer', async () => {
  const [covered, other] = [await traps.add({ zone: 'exterior' }), await traps.add({ zone: 'exterior' })];
  await query('UPDATE structure SET name = $2 WHERE id = $1', [covered.site, 'Gate 1']);
  await query('UPDATE structure SET name = $2 WHERE id = $1', [other.site, 'Gate 2']);
  const { najm } = await inSystem(traps.app.kit.db, demoCompanies);
  const contract = (abilities: string[] | null, sites: number[] | null) =>
    query(
      "UPDATE company_relation SET contract_abilities = $3, contract_resources = $4 WHERE provider_id = $1 AND client_id = $2 AND status = 'engaged' RETURNING id",
      [najm, traps.company, abilities, sites],
    );
  const next = async () => {
    const before = await sent();
    for (const trap of [covered, other]) await hit(trap, 1);
    await query("UPDATE rodent_digest SET from_at = from_at - interval '1 hour'");
    await morning();
    const mails = (await sent()).slice(before.length);
    return mails.filter((mail) => mail.startsWith('integrator@rasid.test'));
  };
  expect(await contract(['rodent.hit.read'], [covered.site])).toHaveLength(1);
  const [mail, ...more] = await next();
  expect(more).toEqual([]);
  expect(mail).toContain('Gate 1');
  expect(mail).not.toContain('Gate 2');
  const [{ subject, text }] = await query(
    "SELECT subject, text FROM mail_outbox WHERE recipient = 'integrator@rasid.test' ORDER BY id DESC LIMIT 1",
  );
  expect(text).toContain(`/traps/list?for=${traps.company}`);
  expect(subject).toMatch(/^Traps outside at .?Reem Residences.?: /);
  await contract(['rodent.visit.read'], [covered.site]);
  expect(await next()).toEqual([]);
  await contract(null, null);
  expect((await next())[0]).toContain('Gate 2');
});
