import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlAgo, sqlFromNow, sqlNow } from '#platform/server/postgres/values.ts';
import type { Token } from '../common/token.ts';

type Subscribed = { id: number; companyId: number; app: string; solutionId: number };

/** Gives a device a subscription that began some days ago, for the demo. Runs as the role that sees all rows. */
export async function addRunningToken(
  tx: Tx,
  { id, companyId, app, solutionId }: Subscribed,
  { activatedDaysAgo, expiresInDays }: { activatedDaysAgo: number; expiresInDays: number },
): Promise<void> {
  await tx
    .insertInto('deviceToken')
    .values({
      companyId,
      app,
      solutionIds: [solutionId],
      source: 'bought',
      deviceId: id,
      activationAt: sqlAgo(activatedDaysAgo, 'day'),
      expirationAt: sqlFromNow(expiresInDays, 'day'),
    })
    .execute();
}

/** Gives a device a subscription of a trial, which begins now. */
export async function addTrialToken(
  tx: Tx,
  { id: deviceId, companyId, app, solutionId }: Subscribed,
  expirationAt: string,
): Promise<void> {
  await tx
    .insertInto('deviceToken')
    .values({
      companyId,
      app,
      solutionIds: [solutionId],
      source: 'trial',
      deviceId,
      activationAt: sqlNow,
      expirationAt,
    })
    .execute();
}

/** Gives a device a subscription that begins when it is installed, and returns the id. */
export async function addWaitingToken(
  tx: Tx,
  { id: deviceId, companyId, app, solutionId }: Subscribed,
  { source, months }: { source: NonNullable<Token['source']>; months: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('deviceToken')
    .values({ companyId, app, solutionIds: [solutionId], source, months, deviceId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves the subscription of a device to another row of it, and to the owner of that row. */
export async function passTokenOn(
  tx: Tx,
  from: { id: number; companyId: number },
  to: { id: number; companyId: number },
): Promise<void> {
  await tx
    .updateTable('deviceToken')
    .set({ companyId: to.companyId, deviceId: to.id })
    .where('deviceId', '=', from.id)
    .where('companyId', '=', from.companyId)
    .execute();
}

/** The ids of the subscriptions of devices. */
export async function tokensOfDevices(tx: Tx, deviceIds: readonly number[]): Promise<number[]> {
  const found = await tx
    .selectFrom('deviceToken')
    .select('id')
    .where('deviceId', '=', anyOf(deviceIds))
    .orderBy('deviceId')
    .execute();
  return found.map(({ id }) => id);
}
