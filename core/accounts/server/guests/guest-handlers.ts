import { sql } from 'kysely';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import type { GuestSubject, guestRoutes } from '../../common/guest.ts';
import { mailInvitations } from '../people/invite.ts';
import { countryOfPerson } from '../people/people.ts';
import { phoneToStore } from '../people/phone.ts';
import { inFuture } from '../people/staff/staff-changes.ts';
import { guestOf, guestRows, isGuestOf } from './guest-rows.ts';
import { assertGuestRole, endGuest, inviteGuest, setGuestRole, setSubjects } from './invite-guest.ts';

type Routes = ReturnType<typeof guestRoutes>;
type Options = {
  /** Refuses records that the caller may not give to guests, and types that the app does not have. */
  assertSubjects(context: Context, companyId: number, subjects: readonly GuestSubject[]): Promise<void>;
};

/** Serves `guestRoutes(app)`. */
export function guestHandlers(app: string, { assertSubjects }: Options): Handlers<Routes> {
  const read = ({ tx, actor: { scope } }: Pick<Context, 'tx' | 'actor'>, id: number) =>
    bypassRls(tx, scope, () => guestOf(tx, app, scope.companies, id));
  const toChange = async (context: Pick<Context, 'tx' | 'actor'>, id: number) => {
    const found = await read(context, id);
    changeableCompany(context.actor, found.companyId);
    return found;
  };
  return {
    async list({ tx, actor, list }) {
      const { ids, totalRecords } = await findIds(tx, {
        table: 'users',
        spec: { search: ['firstName', 'lastName', 'email'], defaultSort: ['firstName', 'asc'] },
        query: list,
        scope: actor.scope,
        where: [sql`t.removed_at IS NULL`, isGuestOf(app, 't')],
      });
      const { scope } = actor;
      return {
        data: inOrder(ids, await bypassRls(tx, scope, () => guestRows(tx, app, scope.companies, ids))),
        totalRecords,
      };
    },
    get: (context) => read(context, context.params.id),
    async history(context) {
      const { id, companyId } = await read(context, context.params.id);
      return changesOf(context, { table: 'users', id, companyId });
    },
    async create(context) {
      const companyId = companyOf(context.actor);
      await assertSubjects(context, companyId, context.body.subjects ?? []);
      return read(context, await inviteGuest(context, { ...context.body, companyId, app }));
    },
    async update(context) {
      const { tx, actor, params, body } = context;
      const before = await toChange(context, params.id);
      const { guestRole, subjects, phone: typed, expiresAt, ...names } = body;
      if (guestRole !== undefined) assertGuestRole(context, app, guestRole);
      if (subjects) await assertSubjects(context, before.companyId, subjects);
      if (expiresAt !== before.expiresAt) inFuture('expiresAt', expiresAt);
      await bypassRls(tx, actor.scope, async () => {
        const phone = await phoneToStore(tx, typed, await countryOfPerson(tx, before.id));
        const set = {
          ...Object.fromEntries(Object.entries({ ...names, expiresAt }).filter(([, value]) => value !== undefined)),
          ...(phone === undefined || phone === before.phone ? {} : { phone, phoneVerified: false }),
        };
        if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', before.id).execute();
        if (guestRole !== undefined) await setGuestRole(tx, before, app, guestRole);
        if (subjects) await setSubjects(tx, before, app, subjects);
      });
      return read(context, before.id);
    },
    async remove(context) {
      const { id, companyId } = await toChange(context, context.params.id);
      await endGuest(context, { id, companyId, app });
      return null;
    },
    async invite(context) {
      const { tx, kit, actor, params } = context;
      const { id, invited } = await toChange(context, params.id);
      if (!invited) throw refuse(409, 'guest-confirmed');
      await bypassRls(tx, actor.scope, () => mailInvitations(tx, kit, [id]));
      return null;
    },
  };
}
