import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import Stripe from 'stripe';

type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  last_payment_error: { code: string; decline_code?: string } | null;
  metadata: { order: string | undefined };
};
type Refund = { id: string; object: 'refund'; payment_intent: string; amount: number; status: string };
/** What happens to a call: it is refused, fails before or after its effect, or its connection ends after its effect. */
export type StripeFault = 'limited' | 'failed-before' | 'failed-after' | 'dropped-after';
type EventOptions = { id?: string; age?: number; secret?: string };

export const stripeKeys = {
  secretKey: 'sk_test_double',
  publishableKey: 'pk_test_double',
  webhookSecret: 'whsec_double',
};
const failure = (type: string, code?: string) => ({ error: { type, code, message: code ?? type } });
const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`;

/** What the double keeps. */
const emptyState = () => ({
  intents: new Map<string, Intent>(),
  refunds: new Map<string, Refund>(),
  replies: new Map<string, { status: number; body: object }>(),
  charges: [] as { intent: string; amount: number }[],
  faults: [] as StripeFault[],
});
type State = ReturnType<typeof emptyState>;

/** Answers a call, under its idempotency key once, and with the next fault. */
function answer(
  { faults, replies }: State,
  reply: FastifyReply,
  work: () => { status: number; body: object },
): FastifyReply {
  const fault = faults.shift();
  if (fault === 'limited') return reply.code(429).send(failure('rate_limit_error', 'rate_limit'));
  if (fault === 'failed-before') return reply.code(500).send(failure('api_error'));
  const key = String(reply.request.headers['idempotency-key'] ?? newId('none'));
  const result = replies.get(key) ?? work();
  replies.set(key, result);
  if (fault === 'dropped-after') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  if (fault === 'failed-after') return reply.code(500).send(failure('api_error'));
  return reply.code(result.status).send(result.body);
}
const found = (one: object | undefined) =>
  one ? { status: 200, body: one } : { status: 404, body: failure('invalid_request_error', 'resource_missing') };

function intentRoutes(http: FastifyInstance, state: State): void {
  const { intents } = state;
  http.post<{ Body: Record<string, string> }>('/v1/payment_intents', ({ body }, reply) =>
    answer(state, reply, () => {
      const id = newId('pi');
      const intent: Intent = {
        id,
        object: 'payment_intent',
        amount: Number(body.amount),
        amount_received: 0,
        currency: body.currency ?? '',
        client_secret: `${id}_secret_double`,
        status: 'requires_payment_method',
        last_payment_error: null,
        metadata: { order: body['metadata[order]'] },
      };
      intents.set(id, intent);
      return { status: 200, body: intent };
    }),
  );
  http.get<{ Params: { id: string } }>('/v1/payment_intents/:id', ({ params }, reply) =>
    answer(state, reply, () => found(intents.get(params.id))),
  );
  http.post<{ Params: { id: string } }>('/v1/payment_intents/:id/cancel', ({ params }, reply) =>
    answer(state, reply, () => {
      const intent = intents.get(params.id);
      if (intent?.status === 'succeeded')
        return { status: 400, body: failure('invalid_request_error', 'payment_intent_unexpected_state') };
      if (intent) intent.status = 'canceled';
      return found(intent);
    }),
  );
}

function refundRoutes(http: FastifyInstance, state: State): void {
  const { charges, refunds } = state;
  http.post<{ Body: Record<string, string> }>('/v1/refunds', ({ body }, reply) =>
    answer(state, reply, () => {
      const { payment_intent = '', amount } = body;
      const sumOf = (all: Iterable<{ amount: number }>) => [...all].reduce((sum, one) => sum + one.amount, 0);
      const charged = sumOf(charges.filter(({ intent }) => intent === payment_intent));
      const back = sumOf([...refunds.values()].filter((one) => one.payment_intent === payment_intent));
      if (back + Number(amount) > charged)
        return { status: 400, body: failure('invalid_request_error', 'charge_already_refunded') };
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        payment_intent,
        amount: Number(amount),
        status: 'succeeded',
      };
      refunds.set(refund.id, refund);
      return { status: 200, body: refund };
    }),
  );
  http.get<{ Params: { id: string } }>('/v1/refunds/:id', ({ params }, reply) =>
    answer(state, reply, () => found(refunds.get(params.id))),
  );
}

/**
 * A local double of the part of Stripe's API that payments use: intents, refunds, idempotency keys and signed events. The
 * tests call it through the SDK. `faults` are taken by the next calls, one each.
 */
export async function testStripe() {
  const state = emptyState();
  const { intents, refunds, charges, faults } = state;
  const http = Fastify();
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  intentRoutes(http, state);
  refundRoutes(http, state);
  const apiUrl = await http.listen({ host: '127.0.0.1', port: 0 });

  const intentOf = (ref: string | null): Intent => {
    const intent = intents.get(ref ?? '');
    if (!intent) throw new Error(`the double has no intent ${ref}`);
    return intent;
  };
  return {
    payments: { sandbox: false, stripe: { ...stripeKeys, apiUrl } },
    faults,
    intentOf,
    /** What was charged and given back for an order, in US cents, and how many intents it has. */
    ledger(order: string) {
      const own = [...intents.values()].filter(({ metadata }) => metadata.order === order).map(({ id }) => id);
      return {
        intents: own.length,
        charges: charges.filter(({ intent }) => own.includes(intent)).map(({ amount }) => amount),
        refunds: [...refunds.values()].filter((one) => own.includes(one.payment_intent)).map(({ amount }) => amount),
      };
    },
    /** What the card form of the browser does: the card is charged, declined with a code, or asks the bank first. */
    confirm(ref: string | null, outcome: 'paid' | 'step' | { declined: string }, amount = intentOf(ref).amount): void {
      const intent = intentOf(ref);
      if (intent.status === 'canceled' || intent.status === 'succeeded') throw new Error(`it is ${intent.status}`);
      if (outcome === 'paid') {
        Object.assign(intent, { status: 'succeeded', amount_received: amount, last_payment_error: null });
        charges.push({ intent: intent.id, amount });
      } else if (outcome === 'step') intent.status = 'requires_action';
      else {
        const decline = { code: 'card_declined', decline_code: outcome.declined };
        Object.assign(intent, { status: 'requires_payment_method', last_payment_error: decline });
      }
    },
    /** A signed event of an intent. `age` in seconds. */
    event(
      type: string,
      ref: string | null,
      { id = newId('evt'), age = 0, secret = stripeKeys.webhookSecret }: EventOptions = {},
    ) {
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        data: { object: { id: ref, object: 'payment_intent' } },
      });
      const timestamp = Math.floor(Date.now() / 1000) - age;
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
    close: () => http.close(),
  };
}
