import { z } from 'zod';
import { id } from '#platform/common/validation/validation.ts';

/** The lines of a submission. */
export const maxOrderLines = 200;
/** The devices that the subscriptions of one order are for. */
export const maxTargetDevices = 1000;

const qty = () => z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(9999, 'outOfRange').default(1);
const amount = z.strictObject({ id: id(), qty: qty() });

/** One order of a submission; `packages` carries everything without a separate field. */
const order = z.strictObject({
  type: z.string('Required').min(1, 'Required').max(40, 'tooLong'),
  app: z.string('Required').min(1, 'Required').max(40, 'tooLong'),
  devices: z
    .array(
      z.strictObject({
        /** The id of the model. */
        id: id(),
        solutionId: id(),
        qty: qty(),
        /** Product ids of the parts of one device, repeated once per piece. */
        products: z.array(id()).max(100, 'tooLong').default([]),
      }),
    )
    .max(maxOrderLines, 'tooManyLines')
    .default([]),
  plugins: z.array(amount).max(maxOrderLines, 'tooManyLines').default([]),
  tokens: z.array(amount).max(maxOrderLines, 'tooManyLines').default([]),
  packages: z.array(amount).max(maxOrderLines, 'tooManyLines').default([]),
});
export type OrderPayload = z.infer<typeof order>;

/** The input that `validate` and `submit` price: orders, and the devices that bought subscriptions are for. */
export const priced = z.strictObject({
  orders: z.array(order).min(1, 'Required').max(50, 'tooManyLines'),
  targets: z
    .array(
      z.strictObject({
        order: z.number().int().min(0),
        tokenId: id(),
        deviceIds: z.array(id()).max(maxTargetDevices, 'tooLong'),
      }),
    )
    .max(50, 'tooManyLines')
    .default([]),
});
export type PricedSubmission = z.infer<typeof priced>;
