import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
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
      const made = await sql<{ id: number }>`
        INSERT INTO board (company_id, app, owner_id, name, shared, widgets)
        VALUES (${actingFor}, ${app}, ${user.id}, ${body.name}, ${body.shared}, ${JSON.stringify(body.widgets)}) RETURNING id`.execute(
        tx,
      );
      return read(context, made.rows[0]?.id as number);
    },
    async update(context) {
      const { tx, kit, actor, params, body } = context;
      const before = await toChange(context, params.id);
      const { name, shared, widgets } = { ...before, ...body };
      if (shared !== before.shared && !administers(actor)) throw refuse(403, 'no-permission');
      if (body.widgets) checkWidgets(kit.apps, widgets, before.widgets);
      const changed = await sql`
        UPDATE board SET name = ${name}, shared = ${shared}, widgets = ${JSON.stringify(widgets)}, version = version + 1
         WHERE id = ${before.id} AND version = ${body.version} RETURNING id`.execute(tx);
      if (changed.rows.length === 0) throw refuse(409, 'board-changed');
      return read(context, before.id);
    },
    async remove(context) {
      const { id } = await toChange(context, context.params.id);
      await sql`DELETE FROM board WHERE id = ${id}`.execute(context.tx);
      return null;
    },
    async choose(context) {
      const { tx, actor, body } = context;
      const { user, actingFor } = actor.session;
      if (body.id === null)
        await sql`DELETE FROM board_choice
          WHERE user_id = ${user.id} AND company_id IS NOT DISTINCT FROM ${actingFor}::integer AND app = ${app}`.execute(
          tx,
        );
      else {
        const { id } = await read(context, body.id);
        await sql`INSERT INTO board_choice (user_id, company_id, app, board_id) VALUES (${user.id}, ${actingFor}, ${app}, ${id})
          ON CONFLICT (user_id, company_id, app) DO UPDATE SET board_id = excluded.board_id`.execute(tx);
      }
      return null;
    },
    async history(context) {
      const { id, companyId } = await read(context, context.params.id);
      return changesOf(context, { table: 'board', id, companyId });
    },
  };
}
