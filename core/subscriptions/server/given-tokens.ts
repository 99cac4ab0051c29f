import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Token } from '../common/token.ts';

type Subscribed = { id: number; companyId: number; app: string; solutionId: number };

/** Gives a device a subscription that began some days ago, for the demo. Runs as the role that sees all rows. */
export async function addRunningToken(
  tx: Tx,
  { id, companyId, app, solutionId }: Subscribed,
  { activatedDaysAgo, expiresInDays }: { activatedDaysAgo: number; expiresInDays: number },
): Promise<void> {
  await sql`INSERT INTO device_token (company_id, app, solution_ids, source, device_id, activation_at, expiration_at)
    VALUES (${companyId}, ${app}, ${[solutionId]}, 'bought', ${id}, now() - ${activatedDaysAgo} * interval '1 day', now() + ${expiresInDays} * interval '1 day')`.execute(
    tx,
  );
}

/** Gives a device a subscription of a trial, which begins now. */
export async function addTrialToken(
  tx: Tx,
  { id: deviceId, companyId, app, solutionId }: Subscribed,
  expirationAt: string,
): Promise<void> {
  const activationAt = sql<string>`now()`;
  await tx
    .insertInto('deviceToken')
    .values({ companyId, app, solutionIds: [solutionId], source: 'trial', deviceId, activationAt, expirationAt })
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
  await sql`UPDATE device_token SET company_id = ${to.companyId}, device_id = ${to.id} WHERE device_id = ${from.id} AND company_id = ${from.companyId}`.execute(
    tx,
  );
}

/** The ids of the subscriptions of devices. */
export async function tokensOfDevices(tx: Tx, deviceIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT id FROM device_token WHERE device_id = ANY (${deviceIds}::integer[]) ORDER BY device_id`.execute(tx);
  return found.rows.map(({ id }) => id);
}
