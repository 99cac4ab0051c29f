import { sql } from 'kysely';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { emit } from '#platform/server/domain-events.ts';
import { sendFile, storeImage } from '#platform/server/files/files.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import { type CompanyProfile, companyList, type companyRoutes, type Relation } from '../../common/company.ts';
import { creatableTypes, requestTypesOf, selectableTypes } from '../../common/company-kinds.ts';
import './events.ts';
import {
  assertAdministers,
  assertChanges,
  assertManages,
  companiesRelatedTo,
  inRelation,
  manages,
} from './company-access.ts';
import { createCompany } from './create-company.ts';

const recommendedCount = 10;
const shortestName = 2;

/** Relations of one company with others, by the id of the other. */
async function relationsWith(
  tx: Tx,
  companyId: number | null,
  others: readonly number[],
): Promise<Map<number, Relation>> {
  if (companyId === null || others.length === 0) return new Map();
  const found = await sql<Relation & { otherId: number }>`
    SELECT r.id, q.id AS request_id, CASE WHEN r.provider_id = ${companyId} THEN 'client' ELSE 'provider' END AS side,
           CASE WHEN r.provider_id = ${companyId} THEN r.client_id ELSE r.provider_id END AS other_id,
           r.contract_from, r.contract_to, r.contract_status, r.contract_abilities
      FROM company_relation r
      LEFT JOIN LATERAL (SELECT id FROM company_request WHERE relation_id = r.id AND status = 'engaged' AND type IN ('ProviderEngagement', 'ClientEngagement') ORDER BY id DESC LIMIT 1) q ON true
     WHERE r.status = 'engaged'
       AND ((r.provider_id = ${companyId} AND r.client_id = ANY (${others}::integer[])) OR (r.client_id = ${companyId} AND r.provider_id = ANY (${others}::integer[])))
     ORDER BY r.id`.execute(tx);
  return new Map(found.rows.map(({ otherId, ...relation }) => [otherId, relation]));
}

/** The profile as the caller may see it. Runs as the role that sees all rows. */
async function profileOf(tx: Tx, actor: Actor, id: number): Promise<CompanyProfile> {
  const found = await tx
    .selectFrom('company')
    .select(['id', 'name', 'email', 'type', 'status', 'timeZone', 'countryId', 'logoId', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const relations = await relationsWith(tx, actor.session.user.companyId, [id]);
  const managed = manages(actor, id);
  const apps = managed
    ? await tx.selectFrom('companyApp').select('appId').where('companyId', '=', id).orderBy('appId').execute()
    : [];
  const { user } = actor.session;
  const providers = user.companyId === id || user.adminType !== null ? await providersOf(tx, id) : [];
  return { ...found, apps: apps.map((one) => one.appId), relation: relations.get(id) ?? null, providers, managed };
}

const providersOf = (tx: Tx, clientId: number) =>
  tx
    .selectFrom('companyRelation as r')
    .innerJoin('company as c', 'c.id', 'r.providerId')
    .select(['c.id', 'c.name', 'c.type'])
    .where('r.clientId', '=', clientId)
    .where('r.status', '=', 'engaged')
    .orderBy('c.name')
    .execute();

async function assertReadable(tx: Tx, actor: Actor, id: number): Promise<void> {
  const related = companiesRelatedTo(actor, sql.ref('c.id')) ?? sql`true`;
  const found = await bypassRls(tx, actor.scope, () =>
    sql`SELECT FROM company c WHERE c.id = ${id} AND ${related}`.execute(tx),
  );
  if (found.rows.length === 0) throw refuse(404, 'not-found');
}

/** The caller's company, its clients, and its providers last; for people of the platform only by name. */
const ownFirst = (own: number | null) =>
  own === null
    ? [sql`t.name`]
    : [
        sql`(CASE WHEN t.id = ${own} THEN 0 WHEN ${inRelation(sql.ref('t.id'), own, 'provider')} THEN 2 ELSE 1 END)`,
        sql`t.name`,
      ];

export const companyHandlers: Handlers<typeof companyRoutes> = {
  list: async ({ tx, list, query, actor }) => {
    const { user } = actor.session;
    const related = companiesRelatedTo(actor, sql.ref('t.id'));
    const where = related ? [related] : [];
    // People of the platform have no relations of their own: they specify the customer instead.
    if (query.customerId !== undefined) {
      await assertManages(tx, actor, query.customerId);
      where.push(inRelation(sql.ref('t.id'), query.customerId, query.side));
    } else if (user.companyId !== null && (query.onlyRelated === 'true' || query.side))
      where.push(inRelation(sql.ref('t.id'), user.companyId, query.side));
    const name = query.nameFilter?.trim() ?? '';
    const search = list.search ?? (name.length >= shortestName ? name : undefined);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'company',
      spec: companyList,
      query: search ? { ...list, search } : list,
      scope: actor.scope,
      company: null,
      where,
      columns: { own: ownFirst(user.companyId) },
    });
    return bypassRls(tx, actor.scope, async () => {
      const found = await tx
        .selectFrom('company')
        .select(['id', 'name', 'type', 'status', 'email', 'createdAt'])
        .where('id', '=', anyOf(ids))
        .execute();
      const relations = await relationsWith(tx, user.companyId, ids);
      return {
        data: inOrder(
          ids,
          found.map((one) => ({ ...one, relation: relations.get(one.id) ?? null })),
        ),
        totalRecords,
      };
    });
  },
  get: async ({ tx, params, actor }) => {
    await assertReadable(tx, actor, params.id);
    return bypassRls(tx, actor.scope, () => profileOf(tx, actor, params.id));
  },
  history: async (context) => {
    const { id } = context.params;
    await assertManages(context.tx, context.actor, id);
    return changesOf(context, { table: 'company', id, companyId: id });
  },
  update: async (context) => {
    const { tx, params, body, actor, kit } = context;
    await assertChanges(tx, actor, params.id);
    const { apps, logo, ...changes } = body;
    if (changes.name !== undefined || changes.email !== undefined) assertAdministers(actor, params.id);
    const platform = actor.session.user.adminType === 'Super Admin';
    if (!platform && (changes.status !== undefined || apps !== undefined)) throw refuse(403, 'platform-only');
    const known = new Set(kit.apps.filter((app) => app.kind === 'solution').map((app) => app.id));
    if (apps?.some((app) => !known.has(app))) throw invalid('apps', 'invalid');
    return bypassRls(tx, actor.scope, async () => {
      const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const logoId = logo ? (await storeImage({ tx, kit }, params.id, logo)).fileId : null;
      if (logo !== undefined) Object.assign(set, { logoId });
      if (Object.keys(set).length > 0) await tx.updateTable('company').set(set).where('id', '=', params.id).execute();
      if (changes.timeZone) await emit(context, 'company.zone-changed', { id: params.id, zone: changes.timeZone });
      if (apps) await assignApps(tx, params.id, apps);
      return profileOf(tx, actor, params.id);
    });
  },
  logo: (context) => {
    const { actor, params } = context;
    // A client sees the logo of its provider, whose files are not its own.
    const anyCompany = { ...actor, scope: { ...actor.scope, companies: 'all' as const } };
    return sendFile({ ...context, actor: anyCompany }, async (tx) => {
      await assertReadable(tx, anyCompany, params.id);
      const found = await tx.selectFrom('company').select('logoId').where('id', '=', params.id).executeTakeFirst();
      return found?.logoId ? { fileId: found.logoId } : null;
    });
  },
  create: ({ tx, kit, body, actor }) => create(tx, actor, () => createCompany(tx, kit, actor, body)),
  createProvider: ({ tx, kit, body, actor }) => create(tx, actor, () => createCompany(tx, kit, actor, body)),
  createCustomer: ({ tx, kit, body, actor }) =>
    create(tx, actor, () => createCompany(tx, kit, actor, { ...body, type: 'Customer' })),
  types: async ({ actor }) => {
    const { user } = actor.session;
    return {
      selectable: [...selectableTypes(user)],
      creatable: user.role === 'Admin' ? [...creatableTypes(user)] : [],
    };
  },
  relatedTypes: async ({ tx, actor }) => {
    const related = companiesRelatedTo(actor, sql.ref('company.id')) ?? sql`true`;
    const found = await bypassRls(tx, actor.scope, () =>
      tx
        .selectFrom('company')
        .select('type')
        .distinct()
        .where(sql<boolean>`${related}`)
        .where('id', 'is distinct from', actor.session.user.companyId)
        .execute(),
    );
    return companyTypes.filter((type) => found.some((one) => one.type === type));
  },
  requestTypes: async ({ tx, actor }) => {
    const { companyType, adminType } = actor.session.user;
    const { actingFor } = actor.session;
    if (adminType === null || actingFor === null) return [...requestTypesOf(companyType)];
    const acted = await bypassRls(tx, actor.scope, () =>
      tx.selectFrom('company').select('type').where('id', '=', actingFor).executeTakeFirst(),
    );
    return [...requestTypesOf(acted?.type ?? null)];
  },
  recommended: async ({ tx, query, actor }) => {
    const { user } = actor.session;
    const types = selectableTypes(user).filter((type) => type !== 'Customer');
    const own = user.companyId ?? actor.session.actingFor ?? 0;
    const name = query.nameFilter?.trim() ?? '';
    return bypassRls(tx, actor.scope, () =>
      tx
        .selectFrom('company')
        .select(['id', 'name', 'type'])
        .select(
          sql<number>`(SELECT count(*) FROM company_relation r WHERE r.provider_id = company.id AND r.status = 'engaged')`.as(
            'clients',
          ),
        )
        .where('type', 'in', types)
        .where('status', '=', 'Active')
        .where('id', '<>', own)
        .where(sql<boolean>`NOT ${inRelation(sql.ref('company.id'), own)}`)
        .$if(name.length >= shortestName, (some) =>
          some.where(
            sql<boolean>`search LIKE '%' || replace(replace(replace(rasid_fold(${name}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`,
          ),
        )
        .orderBy('clients', 'desc')
        .orderBy('name')
        .limit(recommendedCount)
        .execute(),
    );
  },
};

const create = (tx: Tx, actor: Actor, make: () => Promise<number>): Promise<CompanyProfile> =>
  bypassRls(tx, actor.scope, async () => profileOf(tx, actor, await make()));

async function assignApps(tx: Tx, companyId: number, apps: readonly string[]): Promise<void> {
  const held = await tx.selectFrom('companyApp').select('appId').where('companyId', '=', companyId).execute();
  const gone = held.filter(({ appId }) => !apps.includes(appId)).map(({ appId }) => appId);
  const added = [...new Set(apps)].filter((appId) => !held.some((one) => one.appId === appId));
  if (gone.length > 0)
    await tx.deleteFrom('companyApp').where('companyId', '=', companyId).where('appId', 'in', gone).execute();
  if (added.length > 0)
    await tx
      .insertInto('companyApp')
      .values(added.map((appId) => ({ companyId, appId })))
      .execute();
  if (added.length > 0)
    await tx.deleteFrom('appRequest').where('companyId', '=', companyId).where('appId', 'in', added).execute();
}
