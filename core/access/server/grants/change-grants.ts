import { sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ManyChanges } from '../../common/access.ts';
import type { Grant } from '../../common/grant.ts';
import { assertKnown } from '../codes/lock-codes.ts';
import { assertRevocable } from '../codes/offline-codes.ts';
import { publishAccess } from '../live-topics.ts';
import { assertMayAt, locksFor } from '../locks.ts';
import { assertEnd, assertMayGive } from './create-grant.ts';
import { adaptCodes, advanceGrants, endGrants, lockGrant } from './grant-machine.ts';

type Changing = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'afterCommit'>;

/** Notifies open pages of a change after the commit. */
export const changed = ({ kit, afterCommit }: Changing, companyId: number): void =>
  afterCommit(() => publishAccess(kit, companyId));

/** The locks that a grant still opens, without those that were removed from it or left their place. */
export const locksOf = ({ credentials }: Grant): number[] => [
  ...new Set(credentials.filter(({ deactivatedAt }) => deactivatedAt === null).map(({ device }) => device.id)),
];

/** Anyone who takes access away must be allowed to give it to every lock of the grant. */
export const assertMayTake = (context: Pick<Context, 'tx' | 'actor'>, app: AppManifest, grant: Grant): Promise<void> =>
  assertMayAt(context, app, { entity: 'access', action: 'create', devices: locksOf(grant) });

/** Changes the end of a grant. Its codes are written again; until then the previous ones stay. */
export async function extend(context: Changing, app: AppManifest, grant: Grant, to: string): Promise<void> {
  const { tx } = context;
  const { id, companyId, mode, from } = grant;
  await assertRevocable(tx, app, id);
  if (mode === 'calendar-mode') throw refuse(409, 'ends-with-its-windows');
  // Anyone who extends access must be allowed to give it: on every lock, and for as long.
  assertMayGive(context, app, mode);
  assertEnd(mode, Date.parse(from), Date.parse(to));
  const locked = await lockGrant(tx, id);
  await locksFor(context, app, companyId, { deviceIds: locksOf(grant) });
  await tx.updateTable('accessGrant').set({ endsAt: to }).where('id', '=', id).execute();
  await sql`UPDATE access_credential SET expiration_at = ${to}, sync = CASE WHEN sync IN ('set', 'writing', 'drift') THEN 'wanted' ELSE sync END, command_id = NULL, next_attempt_at = now()
    WHERE grant_id = ${id} AND deactivated_at IS NULL AND (store IS NULL OR sealed IS NOT NULL)`.execute(tx);
  await advanceGrants(tx, [{ ...locked, endsAt: to }], Date.now());
  changed(context, companyId);
}

/** Ends a grant permanently. */
export async function revoke(context: Changing, app: AppManifest, grant: Grant, note?: string): Promise<void> {
  const { tx, actor } = context;
  await assertMayTake(context, app, grant);
  await assertRevocable(tx, app, grant.id);
  await endGrants(tx, sql`g.id = ${grant.id}`, { reason: 'revoked', note, by: actor.session.user.id });
  changed(context, grant.companyId);
}

/** Pauses everything that a grant opens with, or resumes it. */
async function block(context: Changing, app: AppManifest, grant: Grant, on: boolean): Promise<void> {
  const { tx } = context;
  await assertMayTake(context, app, grant);
  await assertRevocable(tx, app, grant.id);
  if (grant.state === 'ended') throw refuse(409, 'grant-ended');
  if (!on) await assertKnown(tx, sql`c.grant_id = ${grant.id} AND c.blocked_at IS NOT NULL`);
  await sql`UPDATE access_credential SET blocked_at = CASE WHEN ${on} THEN coalesce(blocked_at, now()) END, wrong_pins = 0
    WHERE grant_id = ${grant.id} AND deactivated_at IS NULL`.execute(tx);
  await adaptCodes(tx, [grant.id]);
  changed(context, grant.companyId);
}

/** Changes several grants. A refusal affects only its own grant. */
export async function changeMany(
  context: Changing & { body: ManyChanges },
  app: AppManifest,
  grantOf: (id: number) => Promise<Grant>,
): Promise<{ changed: number[]; refused: { id: number; word: string }[] }> {
  const { tx, body } = context;
  const apply = (grant: Grant): Promise<void> => {
    if (body.change === 'extend') return extend(context, app, grant, body.to ?? '');
    if (body.change === 'deactivate') return revoke(context, app, grant);
    return block(context, app, grant, body.change === 'block');
  };
  const done: number[] = [];
  const refused: { id: number; word: string }[] = [];
  for (const id of new Set(body.grantIds)) {
    const word = await refusalWithin(tx, async () => apply(await grantOf(id)));
    if (word === null) done.push(id);
    else refused.push({ id, word });
  }
  return { changed: done, refused };
}
