import { placementExists, standingInSeen, structureNamed } from '#core/places/server/api.ts';
import { records } from '#platform/server/records.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Gateway, loraGateway, type loraGatewayRoutes } from '../common/gateway.ts';

const { read: _, ...ordinary } = records<Gateway>(loraGateway, {
  select: () => ({ structure: structureNamed('t.structure_id') }),
  seen: (actor) => standingInSeen(actor, 't.structure_id'),
  async check({ tx, body }, { companyId, structureId }) {
    if ('structureId' in body && structureId && !(await placementExists(tx, companyId as number, { structureId })))
      throw refuse(409, 'place-not-found');
    return {};
  },
});

export const gatewayHandlers: Handlers<typeof loraGatewayRoutes> = ordinary;
