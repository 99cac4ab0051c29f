import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { email, id, nameText, personName, phone } from '#platform/common/validation.ts';

const maxQuantity = 9999;

/** Who asks for a quote, and what for. Source: market.md §2. */
export const quoteRequest = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        productId: id(),
        quantity: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(maxQuantity, 'outOfRange'),
      }),
    )
    .max(200, 'tooManyLines'),
  name: personName(),
  email: email(),
  phone: phone('international'),
  company: nameText(120).or(z.literal('')).default(''),
  countryId: id(),
  message: z.string().trim().max(2000, 'tooLong').default(''),
});

export const quoteRequestRoutes = {
  ask: route.post('/quote-order', {
    access: { public: 'visitors ask for a quote before they have an account', callers: true },
    body: quoteRequest,
    reply: z.object({ number: z.string() }),
    status: 200,
    limitPerMinute: 5,
  }),
};
