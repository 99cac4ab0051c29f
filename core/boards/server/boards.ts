import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, Handlers } from '#platform/server/serve.ts';
import { type Board, type BoardRoutes, maxBoards } from '../common/board.ts';
import { checkWidgets } from './check-widgets.ts';

type Reading = Pick<Context, 'tx' | 'actor'>;

const administers = ({ session: { user } }: Actor) => user.isAdmin || user.adminType === 'Super Admin';

/** Conditions on `b` (board) that also hold for people of the platform, whom no policy limits. */
const readable = (app: string, { session: { user, actingFor } }: Actor) =>
  sql`b.app = ${app} AND b.company_id IS NOT DISTINCT FROM ${actingFor}::integer AND (b.shared OR b.owner_id = ${user.id})`;

type Choice = { userId: number; companyId: number | null; app: string };

/** Records which board a person has chosen in an app; null removes the choice. */
async function storeChoice(tx: Tx, { userId, companyId, app }: Choice, boardId: number | null): Promise<void> {
  if (boardId === null)
    await tx
      .deleteFrom('boardChoice')
      .where('userId', '=', userId)
      .where('companyId', 'is not distinct from', companyId)
      .where('app', '=', app)
      .execute();
  else
    await tx
      .insertInto('boardChoice')
      .values({ userId, companyId, app, boardId })
      .onConflict((conflict) => conflict.columns(['userId', 'companyId', 'app']).doUpdateSet({ boardId }))
      .execute();
}

/** Serves `boardRoutes` of an app, by its id. */
export function boardHandlers(app: string): Handlers<BoardRoutes> {
  async function find({ tx, actor }: Reading, id: number | null): Promise<Board[]> {
    const user = actor.session.user.id;
    const rows = await sql<Board>`
      SELECT b.id, b.company_id, b.name, b.shared, b.widgets, b.version, b.owner_id = ${user} AS mine, ${personNamed('b.owner_id')} AS owner,
             EXISTS (SELECT FROM board_choice c WHERE c.board_id = b.id AND c.user_id = ${user}) AS chosen
        FROM board b WHERE ${readable(app, actor)} AND (${id}::integer IS NULL OR b.id = ${id})
       ORDER BY b.shared, b.name, b.id`.execute(tx);
    return rows.rows;
  }
  async function read(context: Reading, id: number): Promise<Board> {
    const [board] = await find(context, id);
    if (!board) throw refuse(404, 'not-found');
    return board;
  }
  /** A personal board is changed by its owner, a shared one by administrators. */
  async function toChange(context: Reading, id: number): Promise<Board> {
    const board = await read(context, id);
    if (board.shared && !administers(context.actor)) throw refuse(403, 'no-permission');
    return board;
  }
  return {
    async list(context) {
      const { limit, skip } = context.list;
      const data = await find(context, null);
      return { data: data.slice(skip, skip + limit), totalRecords: data.length };
    },
    get: (context) => read(context, context.params.id),
    async create(context) {
      const { tx, kit, actor, body } = context;
      const { user, actingFor } = actor.session;
      if (body.shared && !administers(actor)) throw refuse(403, 'no-permission');
      checkWidgets(kit.apps, body.widgets, []);
      // Two requests at once would both find room for the last one.
      await sql`SELECT pg_advisory_xact_lock(hashtext('board'), ${user.id}::integer)`.execute(tx);
      const owned = await sql<{ n: number }>`SELECT count(*) AS n FROM board WHERE owner_id = ${user.id}`.execute(tx);
      if ((owned.rows[0]?.n ?? 0) >= maxBoards) throw invalid('name', 'tooManyBoards');
      const { id } = await tx
        .insertInto('board')
        .values({
          companyId: actingFor,
          app,
          ownerId: user.id,
          name: body.name,
          shared: body.shared,
          widgets: JSON.stringify(body.widgets),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return read(context, id);
    },
    async update(context) {
      const { tx, kit, actor, params, body } = context;
      const before = await toChange(context, params.id);
      const { name, shared, widgets } = { ...before, ...body };
      if (shared !== before.shared && !administers(actor)) throw refuse(403, 'no-permission');
      if (body.widgets) checkWidgets(kit.apps, widgets, before.widgets);
      const changed = await tx
        .updateTable('board')
        .set({ name, shared, widgets: JSON.stringify(widgets), version: (row) => row('version', '+', 1) })
        .where('id', '=', before.id)
        .where('version', '=', body.version)
        .returning('id')
        .execute();
      if (changed.length === 0) throw refuse(409, 'board-changed');
      return read(context, before.id);
    },
    async remove(context) {
      const { id } = await toChange(context, context.params.id);
      await context.tx.deleteFrom('board').where('id', '=', id).execute();
      return null;
    },
    async choose(context) {
      const { tx, actor, body } = context;
      const { user, actingFor } = actor.session;
      const id = body.id === null ? null : (await read(context, body.id)).id;
      await storeChoice(tx, { userId: user.id, companyId: actingFor, app }, id);
      return null;
    },
    async history(context) {
      const { id, companyId } = await read(context, context.params.id);
      return changesOf(context, { table: 'board', id, companyId });
    },
  };
}
