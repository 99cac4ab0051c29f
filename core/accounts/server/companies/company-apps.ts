import { sql } from 'kysely';
import { can } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Handlers } from '#platform/server/serve.ts';
import type { CompanyApp, companyAppRoutes } from '../../common/company-app.ts';
import { mailAppRequest } from '../messages/app-request-mail.ts';
import { assertManages, assertOwn } from './company-access.ts';
import { grantApp } from './entitlements.ts';

const solutionsOf = (kit: Kit): AppManifest[] =>
  visibleApps(kit).filter(({ kind, everyCompany }) => kind === 'solution' && !everyCompany);

function appById(kit: Kit, id: string): AppManifest {
  const app = solutionsOf(kit).find((one) => one.id === id);
  if (!app) throw refuse(404, 'not-found');
  return app;
}

/**
 * Whether the caller may try the app. The rule is about the person; permissions do not count before it is held. An app
 * without pages has nothing to try.
 */
const isOffered = ({ session }: Actor, { offered, pages }: AppManifest): boolean =>
  pages.length > 0 && (offered === undefined || can(session, offered, { index: {}, solutions: new Map() }));

async function appsOf(
  { tx, kit, actor }: { tx: Tx; kit: Kit; actor: Actor },
  companyId: number,
  apps: readonly AppManifest[],
): Promise<CompanyApp[]> {
  const stored = await sql<Omit<CompanyApp, 'trialOffered'>>`
    SELECT a.id, h.app_id IS NOT NULL AS held,
           CASE WHEN t.app_id IS NOT NULL THEN jsonb_build_object('startedAt', t.created_at, 'startedBy', person_name(t.started_by),
             'expiresAt', t.expires_at, 'devices', t.devices, 'used', t.used) END AS trial,
           CASE WHEN r.app_id IS NOT NULL THEN jsonb_build_object('at', r.created_at, 'by', person_name(r.requested_by)) END AS request
      FROM unnest(${apps.map(({ id }) => id)}::text[]) WITH ORDINALITY AS a (id, position)
      LEFT JOIN company_app h ON h.company_id = ${companyId} AND h.app_id = a.id
      LEFT JOIN app_trial t ON t.company_id = ${companyId} AND t.app_id = a.id
      LEFT JOIN app_request r ON r.company_id = ${companyId} AND r.app_id = a.id
     ORDER BY a.position`.execute(tx);
  const iso = (at: string) => new Date(at).toISOString();
  return stored.rows.map((row, position) => ({
    ...row,
    trial: row.trial && { ...row.trial, startedAt: iso(row.trial.startedAt), expiresAt: iso(row.trial.expiresAt) },
    request: row.request && { ...row.request, at: iso(row.request.at) },
    trialOffered:
      kit.settings.trial !== undefined && !row.held && !row.trial && isOffered(actor, apps[position] as AppManifest),
  }));
}

export const companyAppHandlers: Handlers<typeof companyAppRoutes> = {
  async list(context) {
    const { tx, kit, params, actor } = context;
    await assertManages(tx, actor, params.id);
    const apps = await bypassRls(tx, actor.scope, () => appsOf(context, params.id, solutionsOf(kit)));
    return { trial: kit.settings.trial ?? null, apps };
  },
  async startTrial(context) {
    const { tx, kit, params, actor } = context;
    await assertOwn(tx, actor, params.id);
    const app = appById(kit, params.app);
    return bypassRls(tx, actor.scope, async () => {
      const one = async () => (await appsOf(context, params.id, [app]))[0] as CompanyApp;
      // Concurrent starts must not both find that there is no trial.
      await tx.selectFrom('company').select('id').where('id', '=', params.id).forUpdate().execute();
      const before = await one();
      if (before.trial && before.held) return before;
      if (before.trial) throw refuse(409, 'trial-used');
      if (before.held) throw refuse(409, 'app-held');
      const { trial } = kit.settings;
      if (!trial || !before.trialOffered) throw refuse(409, 'no-trial');
      await tx
        .insertInto('appTrial')
        .values({
          companyId: params.id,
          appId: app.id,
          startedBy: actor.session.user.id,
          expiresAt: sql`now() + ${trial.days} * interval '1 day'`,
          devices: trial.devices,
        })
        .execute();
      await grantApp(tx, app.id, [params.id]);
      return one();
    });
  },
  async request(context) {
    const { tx, kit, params, actor } = context;
    await assertOwn(tx, actor, params.id);
    const app = appById(kit, params.app);
    return bypassRls(tx, actor.scope, async () => {
      const one = async () => (await appsOf(context, params.id, [app]))[0] as CompanyApp;
      const before = await one();
      if (before.held) throw refuse(409, 'app-held');
      const inserted = await tx
        .insertInto('appRequest')
        .values({ companyId: params.id, appId: app.id, requestedBy: actor.session.user.id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('appId')
        .executeTakeFirst();
      if (inserted) await mailAppRequest(tx, kit, app, params.id);
      return one();
    });
  },
};

/**
 * Takes one of the subscriptions of a running trial and returns when it ends; null if the company has none left. Runs in
 * the transaction that gives the subscription to a device.
 */
export async function takeTrialSubscription(tx: Tx, companyId: number, app: string): Promise<string | null> {
  const taken = await tx
    .updateTable('appTrial')
    .set({ used: (row) => row('used', '+', 1) })
    .where('companyId', '=', companyId)
    .where('appId', '=', app)
    .where('expiresAt', '>', sqlNow)
    .where('used', '<', sql<number>`devices`)
    .returning('expiresAt')
    .executeTakeFirst();
  return taken?.expiresAt ?? null;
}
