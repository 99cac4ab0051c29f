import { canDo } from '#platform/common/define-entity.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';

const read = canDo('order.order', 'read');

/** Events carry only the id of an order; pages then fetch the order. */
export const orderTopics: LiveTopics = {
  companies: [{ name: 'orders', concerns: ({ may }) => may(read) }],
};

/** Publishes that an order has changed; call it after the commit. */
export const publishOrder = ({ live }: Pick<Kit, 'live'>, { id, companyId }: { id: number; companyId: number }): void =>
  live.publish({ topic: 'orders', type: 'changed', companyId, data: { id } });
