import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handler } from '#platform/server/serve.ts';
import type { securityRoutes } from '../../../common/sign-up.ts';
import { assertMayAdminister } from '../../companies/company-access.ts';
import { mailPerson } from '../../people/mail-person.ts';
import { logAccess, signInOrigin } from '../access-log.ts';
import { endSessions } from '../sessions.ts';
import { disableSecondFactor, hasSecondFactor } from './second-factor.ts';

/**
 * Restores access for a person who lost the phone and the codes; the password is still required. Only for people of the
 * administrator's own company.
 */
export const resetSecondFactor: Handler<(typeof securityRoutes)['resetTfa']> = ({ tx, kit, params, actor, request }) =>
  bypassRls(tx, actor.scope, async () => {
    const { user } = actor.session;
    const person = await tx
      .selectFrom('users')
      .select(['id', 'companyId', 'role'])
      .where('id', '=', params.id)
      .executeTakeFirst();
    const theirs =
      user.adminType === 'Super Admin' || (user.companyId !== null && person?.companyId === user.companyId);
    if (!person || !theirs) throw refuse(404, 'not-found');
    assertMayAdminister(actor, person.companyId ?? 0, person.role);
    if (person.id === user.id) throw refuse(409, 'not-yourself');
    if (!(await hasSecondFactor(tx, person.id))) throw refuse(409, 'no-second-factor');
    await disableSecondFactor(tx, person.id);
    await endSessions(tx, person.id);
    // The account is identified by the address of the person who did it.
    await logAccess(tx, 'tfa-reset', { ...person, email: actor.email }, signInOrigin(request));
    await mailPerson(tx, kit, person.id, 'tfaReset');
    return null;
  });
