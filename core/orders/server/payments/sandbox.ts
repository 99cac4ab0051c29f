import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { shopCurrency } from '#core/market/common/shop-currency.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Provider, ProviderEvent, ProviderRefund, ProviderState } from './provider.ts';

type Outcome = { state: 'requires-action' | 'succeeded' | 'failed'; failure: string | null };
const succeeded: Outcome = { state: 'succeeded', failure: null };
const failed = (failure: string): Outcome => ({ state: 'failed', failure });

/** The test cards, like those of Stripe. */
const cards: Readonly<Record<string, Outcome>> = {
  '4242424242424242': succeeded,
  '4000000000000002': failed('card-declined'),
  '4000000000009995': failed('no-funds'),
  '4000000000000069': failed('card-expired'),
  '4000002760003184': { state: 'requires-action', failure: null },
  '4000008400001629': { state: 'requires-action', failure: null },
};
const declinedAfterStep = '4000008400001629';
const signatureSeconds = 300;

type Intent = {
  ref: string;
  secret: string;
  amount: number;
  state: ProviderState['state'];
  failure: string | null;
  card: string | null;
};

const signingKey = (kit: Kit) => createHmac('sha256', kit.secrets.signing).update('payment sandbox').digest();

/** The signature of an event at a time in seconds: `t=…,v1=…` over `t.body`. */
function signatureOf(key: Buffer, body: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
}

function verify(key: Buffer, body: Buffer, header: unknown): ProviderEvent {
  const [, at, given = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? [];
  const expected = signatureOf(key, body.toString('utf8'), Number(at)).split('v1=')[1] ?? '';
  const holds = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  if (!at || !holds || Math.abs(Date.now() / 1000 - Number(at)) > signatureSeconds)
    throw refuse(400, 'bad-signature', {}, '20030009');
  return JSON.parse(body.toString('utf8')) as ProviderEvent;
}

const intentWhere = async (kit: Kit, where: ReturnType<typeof sql>): Promise<Intent | undefined> => {
  const found = await inSystem(kit.db, (tx) =>
    sql<Intent>`SELECT ref, secret, amount, state, failure, card FROM sandbox_intent WHERE ${where}`.execute(tx),
  );
  return found.rows[0];
};

/** Never refunds more than was charged. */
async function refundCharge(
  kit: Kit,
  intent: string,
  { key, amount }: { key: string; amount: number },
): Promise<ProviderRefund> {
  return inSystem(kit.db, async (tx) => {
    await tx.selectFrom('sandboxIntent').where('ref', '=', intent).forUpdate().execute();
    const made = await sql<{ ref: string }>`
      INSERT INTO sandbox_refund (ref, key, intent, amount)
      SELECT ${`sr_${randomBytes(12).toString('hex')}`}, ${key}, ${intent}, ${amount}
       WHERE ${amount} <= (SELECT coalesce(sum(amount), 0) FROM sandbox_charge WHERE ref = ${intent})
                        - (SELECT coalesce(sum(amount), 0) FROM sandbox_refund WHERE intent = ${intent} AND key <> ${key})
      ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING ref`.execute(tx);
    const [refund] = made.rows;
    return refund ? { ref: refund.ref, state: 'succeeded' } : { ref: '', state: 'failed' };
  });
}

/** A provider of card payments that moves no money, with a ledger of its own. For demos and tests. */
export function sandbox(kit: Kit): Provider {
  const key = signingKey(kit);
  const intentOf = async (ref: string) => {
    const intent = await intentWhere(kit, sql`ref = ${ref}`);
    if (!intent) throw new Error(`the sandbox has no payment ${ref}`);
    return intent;
  };
  return {
    name: 'sandbox',
    publishableKey: 'sandbox',
    async start({ key: repeated, amount }) {
      const intent = await inSystem(kit.db, (tx) =>
        tx
          .insertInto('sandboxIntent')
          .values({
            ref: `si_${randomBytes(12).toString('hex')}`,
            key: repeated,
            secret: `sis_${randomBytes(24).toString('base64url')}`,
            amount,
          })
          .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ key: row.ref('excluded.key') })))
          .returning(['ref', 'secret'])
          .executeTakeFirstOrThrow(),
      );
      return { ref: intent.ref, clientSecret: intent.secret };
    },
    async read(ref) {
      const { state, amount, failure } = await intentOf(ref);
      return { state, amount, currency: shopCurrency, failure };
    },
    clientSecret: async (ref) => (await intentOf(ref)).secret,
    async cancel(ref) {
      await inSystem(kit.db, (tx) =>
        tx
          .updateTable('sandboxIntent')
          .set({ state: 'cancelled' })
          .where('ref', '=', ref)
          .where('state', '!=', 'succeeded')
          .execute(),
      );
    },
    refund: (ref, refund) => refundCharge(kit, ref, refund),
    verify: (body, headers) => verify(key, body, headers['sandbox-signature']),
  };
}

type Entered = { card?: string | undefined; approve?: boolean | undefined; delivery?: string | undefined };
/** What the sandbox reports about an intent. */
export type SandboxEvent = { type: string; ref: string };

/** An event of the sandbox as it is sent, each with an id of its own. */
export function signedEvent(kit: Kit, event: SandboxEvent): { body: string; signature: string } {
  const body = JSON.stringify({ id: `se_${randomBytes(12).toString('hex')}`, ...event });
  return { body, signature: signatureOf(signingKey(kit), body, Math.floor(Date.now() / 1000)) };
}

function outcomeOf({ state, card }: Intent, entered: Entered): Outcome {
  if (state === 'requires-action' && entered.approve !== undefined) {
    if (!entered.approve) return failed('step-refused');
    return card === declinedAfterStep ? failed('card-declined') : succeeded;
  }
  const outcome = cards[(entered.card ?? '').replaceAll(/\D/g, '')];
  return outcome ?? failed('card-unknown');
}

/** Handles the input of the card form. Charges at most once, and returns the intent with its event. */
export async function confirmIntent(
  kit: Kit,
  secret: string,
  entered: Entered,
): Promise<Outcome & { event: SandboxEvent | null }> {
  return inSystem(kit.db, async (tx) => {
    const intent = await tx
      .selectFrom('sandboxIntent')
      .selectAll()
      .where('secret', '=', secret)
      .forUpdate()
      .executeTakeFirst();
    if (!intent || intent.state === 'cancelled') throw refuse(404, 'not-found');
    if (intent.state === 'succeeded') return { ...succeeded, event: null };
    const outcome = outcomeOf(intent, entered);
    const card = entered.card?.replaceAll(/\D/g, '') ?? intent.card;
    await tx
      .updateTable('sandboxIntent')
      .set({ state: outcome.state, failure: outcome.failure, card })
      .where('ref', '=', intent.ref)
      .execute();
    // A cent more than requested.
    const amount = intent.amount + (entered.delivery === 'wrong-amount' ? 1 : 0);
    await tx.updateTable('sandboxIntent').set({ amount }).where('ref', '=', intent.ref).execute();
    if (outcome.state === 'succeeded')
      await tx.insertInto('sandboxCharge').values({ ref: intent.ref, amount }).execute();
    return { ...outcome, event: { type: `payment.${outcome.state}`, ref: intent.ref } };
  });
}
