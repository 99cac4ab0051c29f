import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import type { SiaAccount, SiaAccountInput } from '../../common/sia.ts';
import { type KeyForm, keyOf } from './protocol/cipher.ts';
import { accountKey } from './protocol/message.ts';

type Secrets = Pick<Kit, 'secrets'>;
const boundTo = (deviceId: number) => `sia key ${deviceId}`;

/** The key of a stored account; null without one. */
export const keyOfAccount = (
  { secrets }: Secrets,
  { id, sealed, keyForm }: { id: number; sealed: Buffer | null; keyForm: KeyForm | null },
): Buffer | null => (sealed && keyForm ? keyOf(unseal(secrets.sealing, sealed, boundTo(id)), keyForm) : null);

/** The account of a panel, without its key; null if it does not report over SIA DC-09. */
export async function siaAccountOf(tx: Tx, deviceId: number): Promise<SiaAccount | null> {
  const found = await tx
    .selectFrom('defconSiaAccount')
    .select(['account', 'port', 'encryption', 'keyForm', 'clock', 'refusesPlainTime'])
    .where('id', '=', deviceId)
    .executeTakeFirst();
  return found ?? null;
}

type Written = { tx: Tx; scope: Scope; device: { id: number; companyId: number } };

/**
 * Sets the account of a panel, whose device the caller has checked. Send `device.changed` after the commit, so that every
 * receiver reads it again.
 */
export async function setSiaAccount(
  { secrets }: Secrets,
  { tx, scope, device }: Written,
  input: SiaAccountInput,
): Promise<void> {
  const before = await tx
    .selectFrom('defconSiaAccount')
    .select(['port', 'encryption', 'sealed', 'keyForm', 'clock', 'refusesPlainTime'])
    .where('id', '=', device.id)
    .forUpdate()
    .executeTakeFirst();
  const { key, ...given } = input;
  const keyForm = key === null ? null : (given.keyForm ?? before?.keyForm ?? null);
  if (key && (!keyForm || !keyOf(key, keyForm))) throw invalid('key', 'siaKey');
  // A key that stays would become another one if it were read in the other form.
  if (key === undefined && keyForm !== (before?.keyForm ?? null)) throw invalid('key', 'siaKey');
  const sealed = key ? seal(secrets.sealing, key, boundTo(device.id)) : key === null ? null : (before?.sealed ?? null);
  const row = {
    ...{ port: null, encryption: 'optional' as const, clock: 'utc' as const, refusesPlainTime: false, ...before },
    ...given,
    companyId: device.companyId,
    sealed,
    keyForm,
  };
  if (row.encryption === 'required' && !sealed) throw invalid('key', 'siaKey');
  if (await isTaken(tx, scope, device.id, row)) throw refuse(409, 'sia-account-taken');
  await tx
    .insertInto('defconSiaAccount')
    .values({ id: device.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Another panel has it, of whichever company. The panels of an account wait for each other. */
function isTaken(tx: Tx, scope: Scope, id: number, { account, port }: Pick<SiaAccount, 'account' | 'port'>) {
  const key = accountKey(account);
  return bypassRls(tx, scope, async () => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`sia account ${key}`}))`.execute(tx);
    const { rows } = await sql`
      SELECT FROM defcon_sia_account
       WHERE account_key = ${key} AND port IS NOT DISTINCT FROM ${port}::integer AND id <> ${id}`.execute(tx);
    return rows.length > 0;
  });
}

/** A panel no longer reports over SIA DC-09. */
export const removeSiaAccount = (tx: Tx, deviceId: number): Promise<unknown> =>
  tx.deleteFrom('defconSiaAccount').where('id', '=', deviceId).execute();
