import { z } from 'zod';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';

/** A parcel of an order. */
export const parcel = z.object({
  id: z.number(),
  n: z.number(),
  carrier: z.string(),
  tracking: z.string(),
  /** Where the carrier shows the parcel. */
  link: z.string().nullable(),
  note: z.string(),
  shippedAt: instant(),
  deliveredAt: instant().nullable(),
  returnedAt: instant().nullable(),
  lines: z.array(z.object({ lineId: z.number(), qty: z.number() })),
});
export type Parcel = z.infer<typeof parcel>;

/** The contents of a parcel. */
export const parcelBody = z.strictObject({
  action: z.literal('ship'),
  lines: z
    .array(z.strictObject({ lineId: id(), qty: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange') }))
    .min(1, 'Required')
    .max(200, 'tooManyLines')
    .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, 'twiceInList'),
  carrier: requiredText(60),
  tracking: z
    .string()
    .trim()
    .max(60, 'tooLong')
    .regex(/^[A-Za-z0-9 ._/-]*$/, 'invalidTracking')
    .default(''),
  link: z
    .string()
    .trim()
    .max(300, 'tooLong')
    .refine((text) => text === '' || /^https:\/\/\S+$/.test(text), 'invalidUrl')
    .default(''),
  note: z.string().trim().max(300, 'tooLong').default(''),
});
const parcelNamed = z.strictObject({ action: z.enum(['deliver', 'return']), shipmentId: id() });

/** `address` takes another address of the company; `deliver` without a parcel means all that are under way. */
export const shippingBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('address'), addressId: id() }),
  parcelBody,
  parcelNamed.extend({ action: z.literal('deliver'), shipmentId: id().nullable().default(null) }),
  parcelNamed.extend({ action: z.literal('return') }),
]);
export type ShippingBody = z.output<typeof shippingBody>;
