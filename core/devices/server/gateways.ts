import { placementExists } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { rows } from '#platform/server/rows.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import { loraGateway, type loraGatewayRoutes } from '../common/gateway.ts';

const usual = rows(loraGateway);

async function assertPlace(tx: Tx, companyId: number, structureId: number | null | undefined): Promise<void> {
  if (structureId && !(await placementExists(tx, companyId, { structureId }))) throw refuse(409, 'place-not-found');
}

export const gatewayHandlers: Handlers<typeof loraGatewayRoutes> = {
  ...usual,
  async create(context) {
    await assertPlace(context.tx, companyOf(context.actor), context.body.structureId);
    return usual.create(context);
  },
  async update(context) {
    const { companyId } = await usual.get(context);
    await assertPlace(context.tx, companyId, context.body.structureId);
    return usual.update(context);
  },
};
