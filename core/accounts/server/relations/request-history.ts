import { bypassRls } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handler } from '#platform/server/serve.ts';
import type { companyRequestRoutes } from '../../common/company-request.ts';
import { assertManages } from '../companies/company-access.ts';

/** Every step of a request and of the resulting contract, from the log of this company. */
export const requestHistory: Handler<(typeof companyRequestRoutes)['history']> = async (context) => {
  const { id: companyId, requestId: id } = context.params;
  const { tx, actor } = context;
  await assertManages(tx, actor, companyId);
  const request = await bypassRls(tx, actor.scope, () =>
    tx
      .selectFrom('companyRequest')
      .select('relationId')
      .where('id', '=', id)
      .where((some) => some.or([some('senderId', '=', companyId), some('destinationId', '=', companyId)]))
      .executeTakeFirst(),
  );
  if (!request) throw refuse(404, 'not-found');
  const { relationId } = request;
  const also = relationId === null ? [] : [{ table: 'company_relation', id: relationId }];
  return changesOf(context, { table: 'company_request', id, companyId, also });
};
