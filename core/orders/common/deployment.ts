import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

export const unitStates = ['pending', 'done', 'error', 'replaced', 'refunded'] as const;

/** One piece of an order that is created for the buyer: a device, a subscription, units of a package. */
export const deployUnit = z.object({
  id: z.number(),
  lineId: z.number(),
  n: z.number(),
  state: z.enum(unitStates),
  serial: z.string().nullable(),
  deviceId: z.number().nullable(),
  tokenId: z.number().nullable(),
  /** Why it could not be created: a text under `errors`, or a message about the serial number. */
  error: z.string().nullable(),
  /** The months of the subscription that it brings. */
  months: z.number(),
});
export type DeployUnit = z.infer<typeof deployUnit>;

export const maxUnitsPerCall = 250;
/** A serial number, or the text of a label that has one. */
const serialText = () => z.string('Required').trim().min(1, 'Required').max(200, 'tooLong');

export const deploymentRoutes = {
  /** Creates devices from serial numbers, each separately: failures carry their reason and do not affect the others. */
  deploy: route.post('/order/{id}/deploy', {
    access: canDo('order.order', 'deploy'),
    body: z.strictObject({
      units: z
        .array(
          z.strictObject({
            unitId: id(),
            serial: serialText(),
            name: z.string().trim().max(80, 'tooLong').nullish(),
          }),
        )
        .max(maxUnitsPerCall, 'tooManyLines')
        .default([]),
      /** A replacement for a device that was created before: its subscription moves to the new one. */
      replace: z.strictObject({ unitId: id(), serial: serialText(), reason: requiredText(300) }).nullish(),
    }),
    /** `error` of a unit that is done already is `unit-done` if another serial number was sent for it. */
    reply: z.array(deployUnit.extend({ unitId: z.number() })),
    status: 200,
    idempotent: true,
  }),
  /** Requests the labels of the devices that are deployed, as PDF; resolves with the id of the document. */
  labels: route.post('/order/{id}/labels', {
    access: canDo('order.order', 'deploy'),
    body: z.strictObject({ lang: z.enum(['en', 'ar']) }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
    idempotent: true,
  }),
  /** Requests the labels of the devices of a model in the inventory of the current company, oldest first. */
  stockLabels: route.post('/device-stock/label', {
    access: { ...canDo('product.stock', 'read'), needsCompany: true },
    body: z.strictObject({ hardwareId: id(), lang: z.enum(['en', 'ar']) }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
    idempotent: true,
  }),
};

/** What the sheet of labels prints. */
export type LabelSheet = {
  /** The order of the devices; empty for devices in stock. */
  order: string;
  labels: {
    serial: string;
    nameEn: string;
    nameAr: string;
    /** The target of the code. */
    address: string;
  }[];
};
