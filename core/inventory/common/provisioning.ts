import { z } from 'zod';
import { serialNumber } from '#core/devices/common/serial.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

export const provisioningStrategies = ['known', 'create'] as const;

/** A key with which devices fetch their own secret. */
export const provisioningKey = z.object({
  id: z.number(),
  companyId: z.number(),
  app: z.string(),
  hardware: z.object({ id: z.number(), name: z.object({ en: z.string(), ar: z.string() }) }),
  name: z.string(),
  /** The public part, which devices send. */
  key: z.string(),
  strategy: z.enum(provisioningStrategies),
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** How many devices may use it, and how many have done so. */
  most: z.number(),
  used: z.number(),
  expiresAt: z.string(),
  createdAt: z.string(),
});
export type ProvisioningKey = z.infer<typeof provisioningKey>;

const recordId = z.number('Required').int().positive('pleaseInputIDRight').max(2_147_483_647, 'pleaseInputIDRight');
const keyAction = (action: string) => canDo('product.provisioning-key', action);
const path = '/provisioning-key' as const;

export const newProvisioningKey = z.object({
  app: z.string('Required').max(50),
  hardwareId: recordId,
  name: requiredText(80),
  strategy: z.enum(provisioningStrategies),
  /** New devices are installed here; without one they wait in the inventory. */
  structureId: recordId.nullish(),
  most: z.number('enterANumber').int('enterANumber').min(1, 'positiveNumber').max(10_000, 'outOfRange'),
  /** At most a year from now. */
  expiresAt: z.iso.datetime({ offset: true, error: 'invalidDate' }),
});

/** The request of a device. `proof` is the HMAC-SHA256 of `serial.nonce.ts` with the secret of the key, in hex. */
export const provisionBody = z.object({
  key: z.string().min(1).max(64),
  serial: serialNumber(),
  nonce: z.string().min(8).max(64),
  /** Milliseconds since 1970. */
  ts: z.number().int(),
  proof: z.string().regex(/^[0-9a-f]{64}$/i),
});

const credentials = z.object({ name: z.string(), secret: z.string() });

export const provisioningRoutes = {
  list: route.list(path, {
    access: keyAction('read'),
    reply: provisioningKey,
    list: { filter: ['companyId', 'app'], sort: ['id', 'name', 'expiresAt'], defaultSort: ['id', 'desc'] },
  }),
  /** The secret is shown once. */
  create: route.post(path, {
    access: keyAction('create'),
    body: newProvisioningKey,
    reply: provisioningKey.extend({ secret: z.string() }),
    idempotent: true,
  }),
  remove: route.delete(`${path}/{id}`, { access: keyAction('delete') }),
  /** Gives a device its name and secret, once. */
  provision: route.post('/v1/provision', {
    access: { public: 'a device proves with the secret of a provisioning key that it may ask' },
    body: provisionBody,
    reply: credentials,
    status: 200,
    limitPerMinute: 10,
  }),
};

/** Ten characters without I, L, O and U, as printed on a label. */
export const claimKey = () =>
  z
    .string('Required')
    .trim()
    .overwrite((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
    .regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'invalidClaimKey');

const device = z.object({ id: z.number(), name: z.string(), app: z.string(), solutionId: z.number() });

export const claimRoutes = {
  /** Takes over a device of the inventory of a company that has opened it for claiming. */
  claim: route.post('/device/claim', {
    access: canDo('product.device', 'claim'),
    body: z.object({ serial: serialNumber(), key: claimKey() }),
    reply: device,
    status: 200,
    ownTransactions: true,
    limitPerMinute: 20,
  }),
};

export const provisioningRoles = {
  'provisioning-key.read': 'Admin',
  'device.claim': 'Operator',
} as const;
