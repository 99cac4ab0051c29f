import { sql } from 'kysely';
import { bypassRls, inSystem } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { lifetimes } from '../../common/auth.ts';
import type { securityRoutes } from '../../common/sign-up.ts';
import { assertOwnSession } from '../companies/company-access.ts';
import { assertConfirmed, assertPassword } from '../people/confirm-person.ts';
import { mailPerson } from '../people/mail-person.ts';
import { personNameSql } from '../people/people.ts';
import { checkPhoneCode, internationalPhone, sendPhoneCode } from '../people/phone.ts';
import { assertMayLearn } from '../people/taken-answers.ts';
import { agentNamed, logAccess, signInOrigin } from './access-log.ts';
import { loginAsOwner } from './login-as-owner.ts';
import { prove } from './second-factor/recent-proof.ts';
import {
  acceptsCode,
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  hasSecondFactor,
  recoveryCodesLeft,
  takeRecoveryCode,
} from './second-factor/second-factor.ts';
import { resetSecondFactor } from './second-factor/second-factor-reset.ts';
import { endSessions } from './sessions.ts';

const off = { secret: null, address: null, recoveryCodes: null };

export const securityHandlers: Handlers<typeof securityRoutes> = {
  async tfa({ tx, actor }) {
    const { id } = actor.session.user;
    return bypassRls(tx, actor.scope, async () => ({
      enabled: await hasSecondFactor(tx, id),
      recoveryCodesLeft: await recoveryCodesLeft(tx, id),
    }));
  },
  async switchTfa({ tx, kit, body, actor, request }) {
    assertOwnSession(actor);
    const { id, companyId } = actor.session.user;
    const person = { id, companyId, email: actor.email };
    return bypassRls(tx, actor.scope, async () => {
      const enabled = await hasSecondFactor(tx, id);
      if (body.enable === enabled) return { ...off, enabled };
      if (body.enable && !body.code) return { ...off, enabled, ...(await beginSecondFactor(tx, kit, id, actor.email)) };
      const asked = { kit, actor, caller: signInOrigin(request) };
      await assertPassword(asked, body.currentPassword);
      const code = body.code ?? '';
      const isRight = async () =>
        (await acceptsCode(tx, kit, id, code)) || (!body.enable && (await takeRecoveryCode(tx, id, code)));
      await assertConfirmed(asked, isRight, refuse(422, 'wrong-code'));
      await logAccess(tx, body.enable ? 'tfa-on' : 'tfa-off', person, signInOrigin(request));
      await mailPerson(tx, kit, id, body.enable ? 'tfaOn' : 'tfaOff');
      if (body.enable) return { ...off, enabled: true, recoveryCodes: await enableSecondFactor(tx, id) };
      await disableSecondFactor(tx, id);
      return { ...off, enabled: false };
    });
  },
  resetTfa: resetSecondFactor,
  prove,
  async sessions({ tx, actor }) {
    const { id } = actor.session.user;
    const found = await bypassRls(tx, actor.scope, () =>
      tx
        .selectFrom('session')
        .select(['id', 'createdAt', 'expiresAt', 'address', 'userAgent', 'lastUsedAt'])
        .select([agentNamed.as('agent'), personNameSql('impersonated_by').as('impersonatedBy')])
        .where('userId', '=', id)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', sqlNow)
        .where('lastUsedAt', '>', sqlAgo(lifetimes.idleSeconds, 'second'))
        .orderBy('lastUsedAt', 'desc')
        .execute(),
    );
    return { data: found.map((one) => ({ ...one, current: one.id === actor.sessionId })), totalRecords: found.length };
  },
  async endOthers({ tx, actor, request }) {
    assertOwnSession(actor);
    const { id, companyId } = actor.session.user;
    await bypassRls(tx, actor.scope, () => endSessions(tx, id, { except: actor.sessionId }));
    await logAccess(tx, 'session-ended', { id, companyId, email: actor.email }, signInOrigin(request));
    return null;
  },
  async endSession({ tx, params, actor, request }) {
    const { id, companyId } = actor.session.user;
    if (params.id !== actor.sessionId) assertOwnSession(actor);
    const mine = await tx
      .selectFrom('session')
      .select('id')
      .where('id', '=', params.id)
      .where('userId', '=', id)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (!mine) throw refuse(404, 'not-found');
    await bypassRls(tx, actor.scope, () => endSessions(tx, id, { only: params.id }));
    await logAccess(tx, 'session-ended', { id, companyId, email: actor.email }, signInOrigin(request));
    return null;
  },
  async validateEmail({ tx, kit, actor, body }) {
    const taken = await bypassRls(tx, actor.scope, () =>
      tx.selectFrom('users').select('id').where(sql`lower(email)`, '=', body.email.toLowerCase()).executeTakeFirst(),
    );
    if (taken) await assertMayLearn(kit, actor.session.user.companyId, 1);
    return { free: taken === undefined };
  },
  async validatePhone({ body }) {
    const international = internationalPhone(body.phone, body.country);
    return { valid: international !== null, international };
  },
  async sendPhoneCode({ tx, kit, actor, params }) {
    assertOwnSession(actor);
    return bypassRls(tx, actor.scope, async () => {
      const person = await tx
        .selectFrom('users')
        .select(['id', 'companyId', 'phone', 'locale', 'phoneVerified'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      if (person.phoneVerified) throw refuse(409, 'phone-already-verified');
      await sendPhoneCode(tx, kit, person);
      return null;
    });
  },
  async verifyPhone({ kit, params, body, tx, actor }) {
    assertOwnSession(actor);
    // In a separate transaction, so that a wrong attempt is counted although it is refused.
    const outcome = await inSystem(kit.signIn.db, (system) => checkPhoneCode(system, params.id, body.code));
    if (typeof outcome === 'string') throw refuse(422, outcome === 'wrong' ? 'wrong-phone-code' : 'code-expired');
    await bypassRls(tx, actor.scope, () =>
      tx
        .updateTable('users')
        .set({ phoneVerified: true })
        .where('id', '=', params.id)
        .where('phone', '=', outcome.confirmed)
        .execute(),
    );
    return null;
  },
  loginAsOwner: ({ tx, kit, body, actor, request }) =>
    loginAsOwner(tx, kit, actor, body.companyId, signInOrigin(request)),
};
