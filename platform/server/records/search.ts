import { sql } from 'kysely';
import type { AppManifest } from '../../common/define-app.ts';
import { type ListQuery, maxResultsPerList } from '../../common/list.ts';
import type { AnyRoute } from '../../common/route.ts';
import type { SearchReply, searchRoutes } from '../../common/search/search-calls.ts';
import { withoutControlCharacters } from '../../common/text/plain-text.ts';
import { ownerOf } from '../http/fair-queue.ts';
import { withAllClients } from '../http/http.ts';
import { inTenant } from '../postgres/database.ts';
import type { Actor, Context, Handler, ListReply, SliceServer } from '../serve.ts';

/** The number of lists that are searched concurrently; each needs a connection of the people pool. */
const atOnce = 3;
/** The time limit of a list in ms; then its statement is cancelled. */
const limitMs = 2000;

/** A list that the search of all records includes. */
export type SearchedList = {
  app: AppManifest;
  /** `device.list` */
  list: string;
  route: AnyRoute;
  handler: Handler;
  /** The route parameter that takes the acting company. */
  company: string | undefined;
};
type Params = Record<string, number>;
type Asked = { one: SearchedList; params: Params };
type Searching = Omit<Context<(typeof searchRoutes)['all']>, 'tx'>;

/** The lists that the manifests name under `search`. Throws for a name that is not a searchable list. */
export function searchedLists(slices: readonly SliceServer[]): SearchedList[] {
  return slices.flatMap(({ app, handlers }) =>
    (app.search ?? []).map(({ list, company }) => {
      const [set = '', name = ''] = list.split('.');
      const route = app.routes[set]?.[name];
      const handler = handlers[set]?.[name] as Handler | undefined;
      if (!route?.many || !route.list?.search?.length || !handler)
        throw new Error(`${app.id}: "${list}" under search is no list that can be searched`);
      return { app, list, route, handler, company };
    }),
  );
}

/** The route parameters of the list; null if it needs a company and there is none. */
function paramsOf({ company }: SearchedList, { session: { actingFor } }: Actor): Params | null {
  if (company === undefined) return {};
  return actingFor === null ? null : { [company]: actingFor };
}

/** The lists that the caller may read, by the rules of the guard for their routes. */
function readable({ kit, actor, may }: Searching): Asked[] {
  return kit.searchedLists.flatMap((one) => {
    const params = paramsOf(one, actor);
    const hidden = kit.settings.hiddenApps?.includes(one.app.id);
    return params && !hidden && may(one.route.access, { app: one.app.id, params }) ? [{ one, params }] : [];
  });
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The first rows of a list, in a transaction of its own with the caller's permissions, in turn with the work of other
 * companies.
 */
async function rowsOf(context: Searching, { one, params }: Asked, search: string): Promise<unknown[]> {
  const { route, handler } = one;
  const actor = withAllClients(route, context.actor);
  const list: ListQuery = { limit: maxResultsPerList, skip: 0, total: false, search, filters: {}, ranges: {} };
  const query = route.query?.parse({});
  const { db, inTurn } = context.kit.people;
  const page = await inTurn(ownerOf(actor), () =>
    inTenant(db, actor.scope, async (tx) => {
      await sql.raw(`SET LOCAL statement_timeout = ${limitMs}`).execute(tx);
      return handler({ ...context, tx, actor, params, query, list, body: undefined } as unknown as Context);
    }),
  );
  return (page as ListReply<unknown>).data.map((row) => route.reply.parse(row));
}

/**
 * Searches all lists that the caller may read. A list that fails or times out is named; the others return their rows.
 */
export async function searchAll(context: Searching): Promise<SearchReply> {
  const lists = readable(context);
  const text = withoutControlCharacters(context.query.text);
  const answers: SearchReply = { found: [], failed: [] };
  const rows = new Map<Asked, unknown[] | null>();
  const waiting = lists.values();
  const work = async () => {
    for (const next of waiting) {
      // The request was cancelled because the person continued typing.
      if (context.reply.raw.destroyed) return;
      const found = await withinLimit(rowsOf(context, next, text)).catch((error: unknown) => {
        context.kit.log.warn({ err: error, app: next.one.app.id, list: next.one.list }, 'a list could not be searched');
        return null;
      });
      rows.set(next, found);
    }
  };
  if (text) await Promise.all(Array.from({ length: atOnce }, work));
  for (const next of lists) {
    const { app, list } = next.one;
    const found = rows.get(next);
    if (found === null) answers.failed.push({ app: app.id, list });
    else if (found && found.length > 0) answers.found.push({ app: app.id, list, rows: found });
  }
  return answers;
}
