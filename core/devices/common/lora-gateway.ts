import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { id, location, requiredText } from '#platform/common/validation.ts';

/** What the company says of it: a gateway sends nothing of its own to the platform. */
export const gatewayStatuses = ['in-service', 'in-repair', 'out-of-service'] as const;

/** A LoRaWAN gateway that a company runs: what it is called, where it hangs, and its EUI-64. */
export const loraGateway = defineEntity('structure.gateway', {
  table: 'lora_gateway',
  fields: z.object({
    name: requiredText(120),
    /** Sixteen upper-case hex digits, as printed on the case. */
    eui: z.string('Required').regex(/^[0-9A-F]{16}$/, 'invalidEui'),
    model: z.string().trim().max(120, 'tooLong'),
    status: z.enum(gatewayStatuses),
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

const shown = loraGateway.row.extend({ structure: z.object({ id: z.number(), name: z.string() }).nullable() });
export type Gateway = z.infer<typeof shown>;

const { list, get, create, update, remove } = crud(loraGateway, '/lorawan-gateway');
export const loraGatewayRoutes = {
  list: { ...list, reply: shown, list: { ...loraGateway.list, filter: ['companyId', 'structureId', 'status'] } },
  get: { ...get, reply: shown },
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
    reply: shown,
  },
  update: { ...update, reply: shown },
  remove,
};
