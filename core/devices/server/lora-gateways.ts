import { inVisibleStructure, placementExists, structureNamed } from '#core/places/server/api.ts';
import { records } from '#platform/server/records/records.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type LoraGateway, loraGateway, type loraGatewayRoutes } from '../common/lora-gateway.ts';

const { read: _, ...crudHandlers } = records<LoraGateway>(loraGateway, {
  select: () => ({ structure: structureNamed('t.structure_id') }),
  seen: (actor) => inVisibleStructure(actor, 't.structure_id'),
  async check({ tx, body }, { companyId, structureId }) {
    if ('structureId' in body && structureId && !(await placementExists(tx, companyId as number, { structureId })))
      throw refuse(409, 'place-not-found');
    return {};
  },
});

export const loraGatewayHandlers: Handlers<typeof loraGatewayRoutes> = crudHandlers;
