import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { staffRoutes } from '../../common/staff.ts';
import type { userRoutes } from '../../common/user.ts';
import { assertOwnSession } from '../companies/company-access.ts';
import { logAccess, signInOrigin } from '../sign-in/access-log.ts';
import { endPendingLinks } from '../sign-in/account-tokens.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { assertPassword } from './confirm-person.ts';
import { askForNewEmail } from './email-change.ts';
import { livingPlace } from './living-place.ts';
import { mailPerson } from './mail-person.ts';
import { countryOfPerson } from './people.ts';
import { phoneToStore } from './phone.ts';
import { findUserInfo } from './user-info.ts';

export const userHandlers: Handlers<typeof userRoutes> = {
  info: async ({ tx, params, actor, locale, may }) => {
    const seen = await tx.selectFrom('users').select('id').where('id', '=', params.id).executeTakeFirst();
    if (!seen || (seen.id !== actor.session.user.id && !may(staffRoutes.get.access))) throw refuse(404, 'not-found');
    // The caller's own company is outside of the policy while a customer is selected.
    return bypassRls(tx, actor.scope, () => findUserInfo(tx, params.id, locale));
  },
  update: async ({ tx, kit, params, body, actor, locale, request }) => {
    const { phone: typed, countryId, cityId, currentPassword, ...rest } = body;
    if (Object.keys(body).length > 0) await saveProfile();
    return bypassRls(tx, actor.scope, () => findUserInfo(tx, params.id, locale));

    async function saveProfile() {
      const before = await tx
        .selectFrom('users')
        .select(['phone', 'countryId', 'cityId'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      const country = countryId ?? before.countryId ?? (await countryOfPerson(tx, params.id));
      const phone = await phoneToStore(tx, typed, country);
      if (phone !== undefined && phone !== before.phone) {
        assertOwnSession(actor);
        await assertPassword({ kit, actor, caller: signInOrigin(request) }, currentPassword);
      }
      const verified = phone === undefined || phone === before.phone ? {} : { phoneVerified: false };
      const set = {
        ...rest,
        ...(phone === undefined ? {} : { phone }),
        ...verified,
        ...(await livingPlace(tx, before, { countryId, cityId })),
      };
      if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', params.id).execute();
    }
  },
  changeEmail: async ({ tx, kit, params, body, actor, request }) => {
    assertOwnSession(actor);
    const caller = signInOrigin(request);
    await assertPassword({ kit, actor, caller }, body.currentPassword);
    return bypassRls(tx, actor.scope, async () => {
      const person = await tx
        .selectFrom('users')
        .select(['id', 'companyId', 'email', 'firstName', 'locale'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow();
      await askForNewEmail(tx, kit, person, body.email);
      await logAccess(tx, 'email-asked', person, caller);
      return null;
    });
  },
  changePassword: async ({ tx, kit, params, body, actor, request }) => {
    assertOwnSession(actor);
    await assertPassword({ kit, actor, caller: signInOrigin(request) }, body.currentPassword);
    await tx
      .updateTable('users')
      .set({ passwordHash: await hashPassword(body.password) })
      .where('id', '=', params.id)
      .execute();
    await bypassRls(tx, actor.scope, async () => {
      await endSessions(tx, params.id, { except: actor.sessionId });
      await endPendingLinks(tx, params.id);
    });
    await logAccess(
      tx,
      'password-changed',
      { id: params.id, companyId: actor.session.user.companyId, email: actor.email },
      signInOrigin(request),
    );
    await bypassRls(tx, actor.scope, () => mailPerson(tx, kit, params.id, 'changed'));
    return null;
  },
};
