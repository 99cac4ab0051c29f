import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { id, location, requiredText } from '#platform/common/validation/validation.ts';

/** Entered by the company: the platform does not receive the state of LoRaWAN gateways. */
export const loraGatewayStatuses = ['in-service', 'in-repair', 'out-of-service'] as const;

/** A LoRaWAN gateway of a company, with its location and EUI-64. */
export const loraGateway = defineEntity('structure.gateway', {
  table: 'lora_gateway',
  fields: z.object({
    name: requiredText(120),
    /** Sixteen upper-case hex digits, printed on the case. */
    eui: z.string('Required').regex(/^[0-9A-F]{16}$/, 'invalidEui'),
    model: z.string().trim().max(120, 'tooLong'),
    status: z.enum(loraGatewayStatuses),
    structureId: id().nullable(),
    location: location().nullable(),
    description: z.string().trim().max(500, 'tooLong'),
  }),
  list: {
    search: ['name', 'eui'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});

const shownLoraGateway = loraGateway.row.extend({
  structure: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type LoraGateway = z.infer<typeof shownLoraGateway>;

const { list, get, create, update, remove } = crud(loraGateway, '/lorawan-gateway');
export const loraGatewayRoutes = {
  list: {
    ...list,
    reply: shownLoraGateway,
    list: { ...loraGateway.list, filter: ['companyId', 'structureId', 'status'] },
  },
  get: { ...get, reply: shownLoraGateway },
  history: historyRoute(loraGateway.name, '/lorawan-gateway/{id}'),
  create: {
    ...create,
    body: loraGateway.fields.partial({
      model: true,
      status: true,
      structureId: true,
      location: true,
      description: true,
    }),
    reply: shownLoraGateway,
  },
  update: { ...update, reply: shownLoraGateway },
  remove,
};
