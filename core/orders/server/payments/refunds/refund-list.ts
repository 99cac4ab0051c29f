import { findIds } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { refundList, type refundRoutes } from '../../../common/refund.ts';
import { refundRows } from './refund-rows.ts';

export const refundHandlers: Handlers<typeof refundRoutes> = {
  async list({ tx, actor, list }) {
    const { ids, totalRecords } = await findIds(tx, {
      table: 'payment_refund',
      spec: refundList,
      query: list,
      scope: actor.scope,
    });
    return { data: await refundRows(tx, ids), totalRecords };
  },
};
