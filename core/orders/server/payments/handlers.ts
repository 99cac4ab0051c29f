import type { Kit } from '#platform/server/kit.ts';
import { rawBodyOf } from '#platform/server/raw-body.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { paymentRoutes, sandboxDeliveries, sandboxRoutes } from '../../common/payment.ts';
import { askAboutPayment, startPayment } from './attempts.ts';
import { keepEvent, processEvents } from './events.ts';
import type { Provider } from './provider.ts';
import { confirmIntent, sandbox } from './sandbox.ts';

/** The card provider of the installation. */
export const cardProvider = (kit: Kit): Provider => sandbox(kit);

export const paymentHandlers: Handlers<typeof paymentRoutes> = {
  methods: async ({ kit }) => [
    { id: 'card', provider: cardProvider(kit).name, name: 'Card', enabled: true, why: null },
  ],
  publishableKey: async ({ kit }) => {
    const { name, publishableKey } = cardProvider(kit);
    return { provider: name, key: publishableKey, locale: 'en' };
  },
  start: (context) => startPayment(context, cardProvider(context.kit), context.body.orderId),
  success: (context) => askAboutPayment(context, cardProvider(context.kit), context.body.attemptId),
  fail: (context) => askAboutPayment(context, cardProvider(context.kit), context.body.attemptId),
  async webhook({ kit, params, request }) {
    const provider = cardProvider(kit);
    if (params.provider !== provider.name) throw refuse(404, 'not-found');
    await keepEvent(kit, provider, rawBodyOf(request), request.headers);
    await processEvents(kit, provider);
    return { received: true };
  },
};

type Delivery = (typeof sandboxDeliveries)[number];

/** Delivers an event of the sandbox as the card form asked: events of real providers come twice, or never. */
async function deliver(
  kit: Kit,
  { body, signature }: { body: string; signature: string },
  delivery: Delivery,
): Promise<void> {
  if (delivery === 'lost') return;
  const provider = cardProvider(kit);
  const sent =
    delivery === 'wrong-signature' ? signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) : signature;
  for (let times = delivery === 'twice' ? 2 : 1; times > 0; times--) {
    await keepEvent(kit, provider, Buffer.from(body), { 'sandbox-signature': sent });
    await processEvents(kit, provider);
  }
}

export const sandboxHandlers: Handlers<typeof sandboxRoutes> = {
  async confirm({ kit, body }) {
    const { event, state, failure } = await confirmIntent(kit, body.clientSecret, body);
    if (event)
      await deliver(kit, event, body.delivery).catch((error: Error) =>
        kit.log.warn({ err: error }, 'an event of the payment sandbox was refused'),
      );
    return { state, failure };
  },
};
