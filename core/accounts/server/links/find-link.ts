import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { FindLink, LinkCaller } from '#platform/server/http/links.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { unseal } from '#platform/server/seal.ts';
import { holdsApp } from '../companies/entitlements.ts';
import { linkHash, maxWrongPins, pinBound } from './signed-links.ts';

type Found = Omit<LinkCaller, 'subject' | 'app' | 'kind'> & {
  subjectType: string;
  subjectId: number;
  sealed: Buffer | null;
};

/**
 * Finds the link of a secret in one statement, which takes as long for an unknown secret as for a link that was revoked,
 * has expired or is blocked. It runs in a transaction of its own, so that a wrong PIN is counted although it is refused.
 */
export const linkFinder =
  (kit: Kit): FindLink =>
  ({ app, kind, secret, pin }) =>
    inSystem(kit.signIn.db, async (tx) => {
      const { rows } = await sql<Found>`
        SELECT l.id, l.company_id, l.subject_type, l.subject_id, l.holder, l.sealed
          FROM signed_link l
         WHERE l.token_hash = ${linkHash(secret)} AND l.app_id = ${app} AND l.kind = ${kind}
           AND l.revoked_at IS NULL AND l.blocked_at IS NULL AND l.from_at <= rasid_now() AND l.until_at > rasid_now()
           AND ${holdsApp('l.company_id', 'l.app_id')}
         FOR UPDATE OF l`.execute(tx);
      const [found] = rows;
      if (!found) return null;
      const { sealed, subjectType, subjectId, ...link } = found;
      if (sealed) {
        if (pin === undefined) return { refusal: refuse(401, 'link-needs-pin') };
        if (!isSamePin(pin, unseal(kit.secrets.sealing, sealed, pinBound(link)))) return countWrongPin(tx, link.id);
      }
      await sql`
        UPDATE signed_link SET wrong_pins = 0, last_used_at = now(), openings = openings + (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')::integer
         WHERE id = ${link.id} AND (wrong_pins > 0 OR last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`.execute(
        tx,
      );
      return { link: { ...link, app, kind, subject: { type: subjectType, id: subjectId } } };
    });

/** Compares PINs in a time that does not depend on where they differ. */
export function isSamePin(given: string, pin: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(pin)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The last of the allowed wrong PINs blocks the link. */
async function countWrongPin(tx: Tx, id: number) {
  const { rows } = await sql<{ left: number }>`
    UPDATE signed_link SET wrong_pins = wrong_pins + 1,
           blocked_at = CASE WHEN wrong_pins + 1 >= ${maxWrongPins} THEN now() END
     WHERE id = ${id} RETURNING ${maxWrongPins} - wrong_pins AS left`.execute(tx);
  return { refusal: refuse(403, 'link-wrong-pin', { left: rows[0]?.left ?? 0 }) };
}
