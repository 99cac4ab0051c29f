import { z } from 'zod';
import { crud, defineEntity } from '#platform/common/define-entity.ts';
import { id, requiredText } from '#platform/common/validation.ts';

/** A LoRaWAN gateway that a company runs: what it is called, where it hangs, and its EUI-64. */
export const loraGateway = defineEntity('structure.gateway', {
  table: 'lora_gateway',
  fields: z.object({
    name: requiredText(120),
    /** Sixteen upper-case hex digits, as printed on the case. */
    eui: z.string('Required').regex(/^[0-9A-F]{16}$/, 'invalidEui'),
    model: z.string().trim().max(120, 'tooLong'),
    structureId: id().nullable(),
    description: z.string().trim().max(500, 'tooLong'),
  }),
  list: {
    search: ['name', 'eui'],
    filter: ['structureId'],
    sort: ['name', 'createdAt'],
    defaultSort: ['name', 'asc'],
  },
});

const { create, ...rest } = crud(loraGateway, '/lorawan-gateway');
export const loraGatewayRoutes = {
  ...rest,
  create: { ...create, body: loraGateway.fields.partial({ model: true, structureId: true, description: true }) },
};
