import { sql } from 'kysely';
import { sendFile } from '#platform/server/files/files.ts';
import { rawBodyOf } from '#platform/server/http/raw-body.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { paymentRoutes } from '../../common/payment.ts';
import { lateSeconds, type sandboxDeliveries, type sandboxRoutes } from '../../common/sandbox.ts';
import { askAboutPayment, startPayment } from './attempts.ts';
import { assertCards, cardProvider } from './card-provider.ts';
import { creditOf, setCredit } from './credit.ts';
import { decidePayment } from './decisions.ts';
import { processEvents, storeEvent } from './events.ts';
import { methodsFor } from './methods.ts';
import { choosePayment, paymentsOfOrder } from './offline.ts';
import { listPayments } from './payment-rows.ts';
import type { Provider } from './provider.ts';
import { confirmIntent, type SandboxEvent, signedEvent } from './sandbox.ts';

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  methods: methodsFor,
  list: listPayments,
  ofOrder: paymentsOfOrder,
  choose: choosePayment,
  decide: decidePayment,
  credit: creditOf,
  setCredit,
  proof: (context) =>
    sendFile(context, async (tx) => {
      const found = await sql<{ fileId: number | null; number: string }>`
        SELECT p.proof_file_id AS file_id, o.number FROM payment p JOIN orders o ON o.id = p.order_id
         WHERE p.id = ${context.params.id} AND p.company_id = ${context.params.companyId}`.execute(tx);
      const [proof] = found.rows;
      return proof?.fileId ? { fileId: proof.fileId, name: `${proof.number}.pdf` } : null;
    }),
  publishableKey: async ({ kit }) => {
    const { name, publishableKey } = assertCards(kit);
    return { provider: name, key: publishableKey, locale: 'en' };
  },
  start: (context) => startPayment(context, context.body.orderId, context.body.paymentMethodId ?? undefined),
  success: (context) => askAboutPayment(context, context.body.attemptId),
  fail: (context) => askAboutPayment(context, context.body.attemptId),
  async webhook({ kit, params, request }) {
    const provider = cardProvider(kit);
    if (params.provider !== provider?.name) throw refuse(404, 'not-found');
    await storeEvent(kit, provider, rawBodyOf(request), request.headers);
    // It is stored: failures from here on are recovered by the worker.
    await processEvents(kit, provider).catch((error: Error) =>
      kit.log.warn({ err: error }, 'an event of a payment provider could not be processed yet'),
    );
    return { received: true };
  },
};

/** The sandbox, if the installation has it. */
function assertSandbox(kit: Kit): Provider {
  const provider = cardProvider(kit);
  if (provider?.name !== 'sandbox') throw refuse(404, 'not-found');
  return provider;
}

type Delivery = (typeof sandboxDeliveries)[number];

type Sending = { kit: Kit; provider: Provider; event: SandboxEvent };

async function send({ kit, provider, event }: Sending, delivery: Delivery): Promise<void> {
  const { body, signature } = signedEvent(kit, event);
  const sent =
    delivery === 'wrong-signature' ? signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : signature;
  for (let times = delivery === 'twice' ? 2 : 1; times > 0; times--) {
    await storeEvent(kit, provider, Buffer.from(body), { 'sandbox-signature': sent });
    await processEvents(kit, provider);
  }
}

/**
 * Delivers an event of the sandbox as the card form requested: those of real providers come late, twice, out of order
 * or never.
 */
async function deliver(sending: Sending, delivery: Delivery): Promise<void> {
  const { kit, event } = sending;
  const refused = (error: Error) => kit.log.warn({ err: error }, 'an event of the payment sandbox was refused');
  if (delivery === 'lost') return;
  // If the process ends before, it is lost.
  if (delivery === 'late') setTimeout(() => void send(sending, 'once').catch(refused), lateSeconds * 1000).unref();
  else await send(sending, delivery).catch(refused);
  // Belongs to an earlier try, overtaken by the event of this one.
  if (delivery === 'out-of-order')
    await send({ ...sending, event: { ...event, type: 'payment.failed' } }, 'once').catch(refused);
}

export const sandboxHandlers: Handlers<typeof sandboxRoutes> = {
  async confirm({ kit, body }) {
    const provider = assertSandbox(kit);
    const { event, state, failure } = await confirmIntent(kit, body.clientSecret, body);
    if (event) await deliver({ kit, provider, event }, body.delivery);
    return { state, failure };
  },
};
