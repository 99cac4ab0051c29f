import { sql } from 'kysely';
import { assertUsersOf } from '#core/accounts/server/api.ts';
import { assertScheduleOf } from '#core/schedules/server/api.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type ContactFields, mostContacts, type PremisesFile } from '../../common/premises/premises-file.ts';
import { sealCodeWord } from './code-words.ts';
import { changingPremises, type PremisesPlace } from './premises-place.ts';
import { readPremisesFile } from './read-file.ts';

type Changing<Body, Params = object> = Pick<Context, 'tx' | 'actor' | 'kit'> & {
  params: { structureId: number } & Params;
  body: Body;
};
type OfContact = { id: number };

/** Sets or takes away the code word; left out, it stays. */
async function setCodeWord(
  { tx, kit }: Pick<Context, 'tx' | 'kit'>,
  contactId: number,
  word: ContactFields['codeWord'],
): Promise<void> {
  if (word === undefined) return;
  const set =
    word === null
      ? { sealed: null, codeWordAt: null }
      : { sealed: sealCodeWord(kit, contactId, word), codeWordAt: new Date().toISOString() };
  await tx.updateTable('defconContact').set(set).where('id', '=', contactId).execute();
}

const idsOf = async ({ tx }: Pick<Context, 'tx'>, { id }: PremisesPlace): Promise<number[]> =>
  (await tx.selectFrom('defconContact').select('id').where('premisesId', '=', id).orderBy('position').execute()).map(
    (contact) => contact.id,
  );

/**
 * The schedule and the account of a contact are of the company of the premises. A company that watches them must not find
 * out about either, so it leaves both as they are.
 */
async function assertLinks(
  { tx }: Pick<Context, 'tx'>,
  { companyId, watched }: PremisesPlace,
  { scheduleId, userId }: ContactFields,
  contactId: number | null,
): Promise<void> {
  if (!watched) {
    await assertScheduleOf(tx, companyId, scheduleId);
    if (userId) await assertUsersOf(tx, companyId, [userId]);
    return;
  }
  const before = await tx
    .selectFrom('defconContact')
    .select(['scheduleId', 'userId'])
    .where('id', '=', contactId ?? 0)
    .executeTakeFirst();
  if (scheduleId !== (before?.scheduleId ?? null)) throw invalid('scheduleId', 'invalid');
  if (userId !== undefined && userId !== (before?.userId ?? null)) throw invalid('userId', 'invalid');
}

/** Numbers the contacts of a call list from one. */
const setOrder = ({ tx }: Pick<Context, 'tx'>, ids: readonly number[]) =>
  sql`UPDATE defcon_contact c SET position = n.position
        FROM unnest(${ids}::integer[]) WITH ORDINALITY AS n (id, position) WHERE c.id = n.id AND c.position <> n.position`.execute(
    tx,
  );

export async function addContact(context: Changing<ContactFields>): Promise<PremisesFile> {
  const { tx, params, body } = context;
  return changingPremises(context, params.structureId, async (premises) => {
    const { codeWord, ...fields } = body;
    await assertLinks(context, premises, body, null);
    const there = (await idsOf(context, premises)).length;
    if (there >= mostContacts) throw refuse(409, 'call-list-full', { count: mostContacts });
    const { id } = await tx
      .insertInto('defconContact')
      .values({ ...fields, premisesId: premises.id, companyId: premises.companyId, position: there + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setCodeWord(context, id, codeWord);
    return readPremisesFile(tx, premises.id);
  });
}

/** Changes a contact that is on the call list of the premises, which are locked. */
const changingContact = <T>(
  context: Changing<unknown, OfContact>,
  work: (premises: PremisesPlace) => Promise<T>,
): Promise<T> =>
  changingPremises(context, context.params.structureId, async (premises) => {
    if (!(await idsOf(context, premises)).includes(context.params.id)) throw refuse(404, 'not-found');
    return work(premises);
  });

export async function updateContact(context: Changing<ContactFields, OfContact>): Promise<PremisesFile> {
  const { tx, params, body } = context;
  return changingContact(context, async (premises) => {
    const { codeWord, ...fields } = body;
    await assertLinks(context, premises, body, params.id);
    await tx.updateTable('defconContact').set(fields).where('id', '=', params.id).execute();
    await setCodeWord(context, params.id, codeWord);
    return readPremisesFile(tx, premises.id);
  });
}

export async function removeContact(context: Changing<unknown, OfContact>): Promise<null> {
  return changingContact(context, async (premises) => {
    await context.tx.deleteFrom('defconContact').where('id', '=', context.params.id).execute();
    await setOrder(context, await idsOf(context, premises));
    return null;
  });
}

export async function orderContacts(context: Changing<{ contactIds: number[] }>): Promise<PremisesFile> {
  const { tx, params, body } = context;
  return changingPremises(context, params.structureId, async (premises) => {
    const there = new Set(await idsOf(context, premises));
    // Somebody may have added or removed a contact meanwhile: the order would be a guess.
    if (there.size !== body.contactIds.length || there.symmetricDifference(new Set(body.contactIds)).size > 0)
      throw refuse(409, 'call-list-changed');
    await setOrder(context, body.contactIds);
    return readPremisesFile(tx, premises.id);
  });
}
