import { sql } from 'kysely';
import { addComUnits, grantApp } from '#core/accounts/server/api.ts';
import { deviceToAssign } from '#core/devices/server/api.ts';
import { unitKinds } from '#core/market/common/product.ts';
import { addTokens, assignToken } from '#core/subscriptions/server/api.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { limitGuesses, refusedAs } from '#platform/server/http/guess-limit.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep } from '#platform/server/records/lifecycle.ts';
import { invalid, type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import {
  codeLifecycle,
  type ExternalOrder,
  type LookedUp,
  type packageRoutes,
  type Redeemed,
} from '../common/package.ts';
import { parsePackageCode } from '../common/package-code.ts';
import { codeHash } from './codes.ts';
import { type PackageContext, packageRows } from './package-rows.ts';

const wrongCodesPerDay = 50;

type Stored = {
  id: number;
  packageId: number;
  app: string;
  state: ExternalOrder['state'];
  validTo: string | null;
};

/** Limits the wrong codes of a person. */
const limitCodes = <T>(
  { kit, actor }: Pick<Context, 'kit' | 'actor'>,
  code: string,
  work: () => Promise<T>,
): Promise<T> =>
  limitGuesses(
    kit,
    {
      guesser: `package code, person ${actor.session.user.id}`,
      guess: code,
      limit: wrongCodesPerDay,
      hours: 24,
      word: 'too-many-codes',
    },
    refusedAs('code-unknown'),
    work,
  );

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

async function storedCodeOf(tx: Tx, code: string): Promise<Stored> {
  const row = await tx
    .selectFrom('packageExternal')
    .select(['id', 'packageId', 'app', 'state', 'validTo'])
    .where('codeHash', '=', codeHash(code))
    .$narrowType<Pick<Stored, 'state'>>()
    .executeTakeFirst();
  if (!row) throw refuse(404, 'code-unknown', {}, '20050001');
  return row;
}

async function packageOf(context: PackageContext, { packageId }: Stored) {
  const [row] = await packageRows(context, sql`p.id = ${packageId}`);
  if (!row) throw refuse(404, 'code-unknown', {}, '20050001');
  return row;
}

/** What a code is for. Its state is returned, but not who has used it. */
export async function lookUp(context: Context<typeof packageRoutes.lookUp>): Promise<LookedUp> {
  const { tx, actor, params, query } = context;
  const find = async () => {
    const stored = await storedCodeOf(tx, params.code);
    assertUsable(stored, query.app);
    return {
      externalId: stored.id,
      package: await packageOf(context, stored),
      app: stored.app,
      validTo: stored.validTo,
    };
  };
  return limitCodes(context, params.code, () => bypassRls(tx, actor.scope, find));
}

/** Redeems a code for a company; of two concurrent calls, one is refused. A trial run does not write. */
export async function redeem(context: Context<typeof packageRoutes.redeem>): Promise<Redeemed> {
  const { tx, actor, params, body, query } = context;
  const { companyId } = params;
  changeableCompany(actor, companyId);
  const code = parsePackageCode(body.code);
  if (!code) throw invalid('code', 'invalidCode');
  return bypassRls(tx, actor.scope, async () => {
    const { id } = await limitCodes(context, code, () => storedCodeOf(tx, code));
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
    const { solutionIds } = model;
    const made = { companyId, app: stored.app, solutionIds, source: 'code' as const, months: model.months ?? 0, count };
    const tokens = await addTokens(tx, made);
    await grantApp(tx, stored.app, [companyId]);
    for (const [at, deviceId] of body.deviceIds.entries())
      await assignToken(context, tokens[at] as number, await deviceToAssign(context, deviceId, companyId));
    return { tokens, units: 0, app: stored.app };
  });
}
