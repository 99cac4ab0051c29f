import type { AppManifest } from '#platform/common/define-app.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Grant, GrantChange } from '../../common/grant.ts';
import type { TimeWindow } from '../../common/grant-state.ts';
import { changeWindow, onlyTakes } from '../../common/grant-windows.ts';
import { locksFor } from '../locks.ts';
import { assertMayTake, changed, locksOf } from './change-grants.ts';
import { assertEnd } from './create-grant.ts';
import { advanceGrants, lockGrant } from './grant-machine.ts';

type Changing = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'afterCommit'>;
type Change = Extract<GrantChange, { window: unknown }>['window'];

const read = (window: { from: string; to: string } | null): TimeWindow | null =>
  window && { from: Date.parse(window.from), to: Date.parse(window.to) };

/**
 * Moves a window of a grant by calendar, adds one or takes one away. A code that is on a lock now is written again with
 * the end of its window; the previous one stays until then.
 */
export async function moveWindow(context: Changing, app: AppManifest, grant: Grant, change: Change): Promise<void> {
  const { tx } = context;
  const { id, companyId, mode } = grant;
  if (mode !== 'calendar-mode') throw invalid('window', 'invalid');
  const asked = { was: read(change.was), becomes: read(change.becomes) };
  const locked = await lockGrant(tx, id);
  // Anyone who changes the times must be allowed to give access to every lock of the grant. Revoking works without a
  // subscription.
  if (onlyTakes(asked)) await assertMayTake(context, app, grant);
  else await locksFor(context, app, companyId, { deviceIds: locksOf(grant) });
  const now = Date.now();
  const outcome = changeWindow(locked.windows ?? [], asked, now);
  if ('refused' in outcome) throw refuse(409, outcome.refused);
  const { windows } = outcome;
  const from = Math.min(...windows.map((one) => one.from));
  const to = Math.max(...windows.map((one) => one.to));
  assertEnd(mode, from, to);
  const [startsAt, endsAt] = [new Date(from).toISOString(), new Date(to).toISOString()];
  await tx
    .updateTable('accessGrant')
    .set({ windows: JSON.stringify(windows), startsAt, endsAt })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('accessCredential')
    .set({ activationAt: startsAt, expirationAt: endsAt })
    .where('grantId', '=', id)
    .where('deactivatedAt', 'is', null)
    .execute();
  await tx
    .updateTable('accessCredential')
    .set({ sync: 'wanted', commandId: null, attempts: 0, nextAttemptAt: sqlNow })
    .where('grantId', '=', id)
    .where('deactivatedAt', 'is', null)
    .where('sync', 'in', ['set', 'writing', 'drift'])
    .execute();
  await advanceGrants(tx, [{ ...locked, startsAt, endsAt, windows }], now);
  changed(context, companyId);
}
