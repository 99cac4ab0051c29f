import { sql } from 'kysely';
import { addComUnits, grantApp } from '#core/accounts/server/api.ts';
import { addTokens, assignToken, deviceToAssign } from '#core/devices/server/api.ts';
import { unitKinds } from '#core/market/common/product.ts';
import { changeableCompany } from '#platform/server/company-access.ts';
import { bypassRls, inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { lockRecord, takeStep } from '#platform/server/lifecycle.ts';
import { invalid, type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import {
  codeLifecycle,
  type ExternalOrder,
  type LookedUp,
  type packageRoutes,
  type Redeemed,
} from '../common/package.ts';
import { readCode } from '../common/package-code.ts';
import { hashOf } from './codes.ts';
import { packageRows, type Reading } from './package-rows.ts';

const triesPerDay = 50;

type Stored = {
  id: number;
  packageId: number;
  app: string;
  state: ExternalOrder['state'];
  validTo: string | null;
};

/** Counts a try in a transaction of its own: the count stays when the code is refused. Refuses with 429 beyond the limit. */
async function countTry(kit: Kit, companyId: number | null): Promise<void> {
  if (companyId === null) return;
  const { tries } = await inSystem(kit.signIn.db, async (tx) => {
    const counted = await sql<{ tries: number }>`
      INSERT INTO package_try AS t (company_id, tries) VALUES (${companyId}, 1)
      ON CONFLICT (company_id, day) DO UPDATE SET tries = t.tries + 1 RETURNING tries`.execute(tx);
    return counted.rows[0] ?? { tries: 0 };
  });
  if (tries > triesPerDay) throw refuse(429, 'too-many-codes', { count: triesPerDay });
}

const unusable = (state: Stored['state']): Refusal | null =>
  state === 'redeemed'
    ? refuse(409, 'code-used', {}, '20050002')
    : state === 'void'
      ? refuse(409, 'code-void', {}, '20050003')
      : state === 'expired'
        ? refuse(409, 'code-expired', {}, '20050004')
        : null;

function assertUsable({ state, validTo, app }: Stored, asked: string | undefined): void {
  const ended = validTo !== null && Date.parse(validTo) <= Date.now();
  const refusal = unusable(ended && (state === 'issued' || state === 'sold') ? 'expired' : state);
  if (refusal) throw refusal;
  if (asked !== undefined && asked !== app) throw refuse(422, 'wrong-app', { app }, '20050005');
}

async function codeCalled(tx: Tx, code: string): Promise<Stored> {
  const found = await sql<Stored>`
    SELECT id, package_id, app, state, valid_to FROM package_external WHERE code_hash = ${hashOf(code)}`.execute(tx);
  const [row] = found.rows;
  if (!row) throw refuse(404, 'code-unknown', {}, '20050001');
  return row;
}

async function packageOf(context: Reading, { packageId }: Stored) {
  const [row] = await packageRows(context, sql`p.id = ${packageId}`);
  if (!row) throw refuse(404, 'code-unknown', {}, '20050001');
  return row;
}

/** What a code is for. Its state is told, but nobody learns who has used it. */
export async function lookUp(context: Context<typeof packageRoutes.lookUp>): Promise<LookedUp> {
  const { tx, kit, actor, params, query } = context;
  await countTry(kit, actor.session.actingFor);
  return bypassRls(tx, actor.scope, async () => {
    const stored = await codeCalled(tx, params.code);
    assertUsable(stored, query.app);
    return {
      externalId: stored.id,
      package: await packageOf(context, stored),
      app: stored.app,
      validTo: stored.validTo,
    };
  });
}

/** Redeems a code for a company: of two at once, one is refused. A trial run makes nothing. */
export async function redeem(context: Context<typeof packageRoutes.redeem>): Promise<Redeemed> {
  const { tx, kit, actor, params, body, query } = context;
  const { companyId } = params;
  changeableCompany(actor, companyId);
  const code = readCode(body.code);
  if (!code) throw invalid('code', 'invalidCode');
  await countTry(kit, companyId);
  return bypassRls(tx, actor.scope, async () => {
    const { id } = await codeCalled(tx, code);
    const stored = await lockRecord<Stored>(tx, 'package_external', id);
    if (id !== params.b || stored.packageId !== params.a) throw refuse(404, 'code-unknown', {}, '20050001');
    assertUsable(stored, body.app);
    const { model } = await packageOf(context, stored);
    if (model.kind !== 'tokenPackage' && body.deviceIds.length > 0) throw invalid('deviceIds', 'invalid');
    const count = model.kind === 'tokenPackage' ? (model.units ?? 1) : 0;
    if (body.deviceIds.length > count && model.kind === 'tokenPackage') throw invalid('deviceIds', 'tooManyLines');
    const units = model.kind === 'tokenPackage' ? 0 : (model.units ?? 0);
    if (query.dryRun === 'true') return { tokens: [], units, app: stored.app };
    await takeStep(tx, codeLifecycle, stored, 'redeem', {
      as: ['redeemer'],
      set: { company_id: companyId, redeemed_by: actor.session.user.id, redeemed_at: sql`rasid_now()` },
    });
    if (model.kind !== 'tokenPackage') {
      await addComUnits(tx, companyId, unitKinds[model.kind], model.icon ?? 1, units);
      return { tokens: [], units, app: stored.app };
    }
    const solutionId = model.solutionIds.length === 1 ? (model.solutionIds[0] ?? null) : null;
    const made = { companyId, app: stored.app, solutionId, source: 'code' as const, months: model.months ?? 0, count };
    const tokens = await addTokens(tx, made);
    await grantApp(tx, stored.app, [companyId]);
    for (const [at, deviceId] of body.deviceIds.entries())
      await assignToken(context, tokens[at] as number, await deviceToAssign(context, deviceId, companyId));
    return { tokens, units: 0, app: stored.app };
  });
}
