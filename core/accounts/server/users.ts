import { asAll } from '#platform/server/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { userRoutes } from '../common/user.ts';
import { callerOf, logAccess } from './access-log.ts';
import { askForNewEmail } from './email-change.ts';
import { livingPlace } from './living-place.ts';
import { assertOwnSession } from './login-as-owner.ts';
import { mailPerson } from './mail-person.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { findUserInfo } from './user-info.ts';

export const userHandlers: Handlers<typeof userRoutes> = {
  info: async ({ tx, params, actor, locale }) => {
    const seen = await tx.selectFrom('users').select('id').where('id', '=', params.id).executeTakeFirst();
    if (!seen) throw refuse(404, 'not-found');
    // The own company is outside of the policy while a customer is selected.
    return asAll(tx, actor.scope, () => findUserInfo(tx, params.id, locale));
  },
  update: async ({ tx, params, body, actor, locale }) => {
    const { phone, countryId, cityId, ...rest } = body;
    const changes = { ...rest, ...(phone === undefined ? {} : { phone }) };
    if (Object.keys(body).length > 0) await saveProfile();
    return asAll(tx, actor.scope, () => findUserInfo(tx, params.id, locale));

    async function saveProfile() {
      const before = await tx
        .selectFrom('users')
        .select(['phone', 'countryId', 'cityId'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      if (phone !== undefined && phone !== before.phone) assertOwnSession(actor);
      const verified = phone === undefined || phone === before.phone ? {} : { phoneVerified: false };
      const set = { ...changes, ...verified, ...(await livingPlace(tx, before, { countryId, cityId })) };
      if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', params.id).execute();
    }
  },
  changeEmail: ({ tx, kit, params, body, actor }) => {
    assertOwnSession(actor);
    return asAll(tx, actor.scope, async () => {
      const person = await tx
        .selectFrom('users')
        .select(['id', 'email', 'firstName', 'locale', 'passwordHash'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      if (!(await passwordMatches(person.passwordHash, body.currentPassword)))
        throw invalid('currentPassword', 'wrongPassword');
      await askForNewEmail(tx, kit, person, body.email);
      return null;
    });
  },
  changePassword: async ({ tx, kit, params, body, actor, request }) => {
    assertOwnSession(actor);
    const { passwordHash } = await tx
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    if (!(await passwordMatches(passwordHash, body.currentPassword))) throw invalid('currentPassword', 'wrongPassword');
    await tx
      .updateTable('users')
      .set({ passwordHash: await hashPassword(body.password) })
      .where('id', '=', params.id)
      .execute();
    await endSessions(tx, params.id, { except: actor.sessionId });
    await logAccess(
      tx,
      'password-changed',
      { id: params.id, companyId: actor.session.user.companyId, email: actor.email },
      callerOf(request),
    );
    await asAll(tx, actor.scope, () => mailPerson(tx, kit, params.id, 'changed'));
    return null;
  },
};
