import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { siteChoiceRoutes } from '../common/site-choice.ts';
import { findStructures } from './structures/find-structures.ts';

export const siteChoiceHandlers: Handlers<typeof siteChoiceRoutes> = {
  async list({ tx, actor, list }) {
    const { data, totalRecords } = await findStructures(tx, actor.scope, list, visibleStructures(actor));
    return { data: data.map(({ id, companyId, name }) => ({ id, companyId, name })), totalRecords };
  },
};
