import { sql } from 'kysely';
import { companyName, linkHash } from '#core/accounts/server/api.ts';
import { commandOutcomes } from '#core/commands/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { opensAt } from '../../common/grant-state.ts';
import type { Opening, PublicLink } from '../../common/public-link.ts';
import { type LockedGrant, timesOf } from '../grants/grant-machine.ts';

export type PublicLinkGrant = Pick<LockedGrant, 'startsAt' | 'endsAt' | 'windows' | 'hours' | 'state'> & {
  id: number;
  grantId: number;
  companyId: number;
  company: string;
  deviceId: number;
  structureId: number | null;
  deviceName: string;
  publicName: string;
  online: boolean;
  endReason: string | null;
  maxUses: number | null;
  uses: number;
  holderId: number | null;
  blocked: boolean;
  lockBlocked: boolean;
  deactivated: boolean;
  wrongPins: number;
  sealed: Buffer | null;
  geofenceId: number | null;
  /** The person who gave it. */
  createdBy: number | null;
};

/** The link with this secret, of this app; `lock`: its grant and then its row are locked until the end of the transaction. */
export async function linkOf(tx: Tx, app: string, token: string, lock: boolean): Promise<PublicLinkGrant | undefined> {
  const { rows } = await sql<PublicLinkGrant>`
    SELECT c.id, g.id AS grant_id, c.company_id, ${companyName('c.company_id')} AS company, c.device_id, f.structure_id, f.name AS device_name,
           coalesce(nullif(g.public_name, ''), nullif(l.public_name, ''), f.name) AS public_name, f.connection = 'online' AS online, g.starts_at, g.ends_at,
           g.windows, w.hours, g.state, g.end_reason, g.max_uses, g.uses, g.holder_id, c.blocked_at IS NOT NULL AS blocked, l.blocked_at IS NOT NULL AS lock_blocked,
           c.deactivated_at IS NOT NULL AS deactivated, c.wrong_pins, g.sealed, g.geofence_id, g.created_by
      FROM access_credential c JOIN access_grant g ON g.id = c.grant_id JOIN ${sql.raw(deviceFacts)} f ON f.id = c.device_id
      LEFT JOIN access_lock l ON l.device_id = c.device_id LEFT JOIN ${sql.raw(weekSchedules)} w ON w.id = g.schedule_id
     WHERE c.token_hash = ${linkHash(token)} AND g.app = ${app} ${lock ? sql`FOR UPDATE OF g, c` : sql``}`.execute(tx);
  return rows[0];
}

type OpeningRow = {
  id: number;
  state: string | null;
  outcome: 'opened' | 'failed' | 'unknown' | null;
  at: string;
  counted: boolean;
};

/** The newest opening of a link, or the one of a call. */
export async function latestOpening(tx: Tx, credentialId: number, key?: string): Promise<Opening | null> {
  const { rows } = await sql<OpeningRow>`
    SELECT o.id, c.state, o.outcome, coalesce(o.settled_at, o.created_at) AS at, c.sent_at IS NOT NULL AS counted
      FROM access_opening o LEFT JOIN ${sql.raw(commandOutcomes)} c ON c.id = o.command_id
     WHERE o.credential_id = ${credentialId} AND (${key ?? null}::uuid IS NULL OR o.key = ${key ?? null}::uuid) ORDER BY o.id DESC LIMIT 1`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) return null;
  const { id, at, outcome, state, counted } = found;
  // A finished opening counts as under way until its use is counted or given back.
  return { id, at, counted, state: outcome ?? (state === 'queued' || state === 'sent' ? 'sending' : 'opening') };
}

export const usesLeft = ({ maxUses, uses }: PublicLinkGrant) => (maxUses === null ? null : Math.max(0, maxUses - uses));

/** What a link can do now. `opening`: its newest one. */
export function linkState(link: PublicLinkGrant, opening: Opening | null, now: number): PublicLink['state'] {
  const underWay = opening?.state === 'sending' || opening?.state === 'opening';
  if (link.state === 'ended' || link.deactivated)
    return link.endReason === 'used-up' ? 'used' : link.endReason === 'expired' ? 'expired' : 'revoked';
  if (link.blocked || link.lockBlocked) return 'blocked';
  const times = timesOf(link);
  if (times.to !== null && now >= times.to) return 'expired';
  if (underWay) return 'opening';
  if (usesLeft(link) === 0) return 'used';
  return opensAt(times, now) ? 'ready' : 'not-yet';
}
