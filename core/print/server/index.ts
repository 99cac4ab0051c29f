import './tables.ts';
import { sendFile } from '#platform/server/files/files.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, type Handlers, serve } from '#platform/server/serve.ts';
import { print } from '../app.ts';
import { printedPages } from '../common/pages.ts';
import type { PrintState, printRoutes } from '../common/print.ts';
import { consumeKey, nonceHeader } from './keys.ts';
import { startPrinting } from './worker.ts';

type Reading = Pick<Context, 'actor'> & { params: { companyId: number; id: number } };

/** A document that the caller has asked for. */
async function ownDocument(tx: Tx, { actor, params }: Reading) {
  const document = await tx
    .selectFrom('printDocument')
    .select(['id', 'state', 'error', 'title', 'fileId'])
    .where('id', '=', params.id)
    .where('companyId', '=', params.companyId)
    .where('userId', '=', actor.scope.userId)
    .executeTakeFirst();
  if (!document) throw refuse(404, 'not-found');
  return document;
}

const handlers: Handlers<typeof printRoutes> = {
  async state(context) {
    const { id, state, error } = await ownDocument(context.tx, context);
    return { id, state, error: error as PrintState['error'] };
  },
  file: (context) =>
    sendFile(context, async (tx) => {
      const { fileId, title } = await ownDocument(tx, context);
      return fileId === null ? null : { fileId, name: `${title}.pdf` };
    }),
  async temporary({ kit, params, request }) {
    const nonce = request.headers[nonceHeader];
    const document = await consumeKey(kit, `${params.companyId}.${params.id}`, typeof nonce === 'string' ? nonce : '');
    if (!document) throw refuse(410, 'print-key-invalid');
    return document;
  },
};

export const printServer = serve(
  print,
  { print: handlers },
  { registries: [printedPages], start: async (kit) => (kit.roles.has('worker') ? startPrinting(kit) : undefined) },
);
