import type { FastifyRequest } from 'fastify';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inTenant, systemScope } from '#platform/server/postgres/database.ts';
import { calledAddress, logAccess, signInOrigin } from './access-log.ts';

const againAfterMs = 60_000;
const linesPerHour = 30;
const mostPeople = 5000;

type Person = {
  id: number;
  companyId: number | null;
  email: string;
  impersonatedBy: number | null;
  /** The API token by which a program called in the person's name. */
  token?: { id: number; name: string } | undefined;
};
type Refused = { status: number; word: string };
type Recent = { since: number; lines: number; loggedAt: Map<string, number> };

/**
 * Records refused requests of signed-in people in the access log, so that attempts to reach foreign data leave a trace.
 * To avoid flooding the log, the same refusal is recorded once per minute, and at most thirty lines per person and
 * hour.
 */
export function refusalLog(kit: Kit) {
  const recent = new Map<number, Recent>();

  function isWorthALine(id: number, key: string, now: number): boolean {
    const known = recent.get(id);
    const mine = known && now - known.since < hourMs ? known : { since: now, lines: 0, loggedAt: new Map() };
    recent.delete(id);
    recent.set(id, mine);
    for (const oldest of recent.keys()) if (recent.size > mostPeople) recent.delete(oldest);
    if (mine.lines >= linesPerHour || now - (mine.loggedAt.get(key) ?? 0) < againAfterMs) return false;
    mine.loggedAt.set(key, now);
    if (++mine.lines === linesPerHour)
      kit.log.warn({ user: id }, 'a person is refused so often that the log stops for an hour');
    return true;
  }

  return async (person: Person, request: FastifyRequest, { status, word }: Refused): Promise<void> => {
    const address = calledAddress(request);
    if (!isWorthALine(person.id, `${address} ${word}`, Date.now())) return;
    const call = `${address} ${status} ${word}`;
    const { id, companyId, email, impersonatedBy, token } = person;
    await inTenant(kit.signIn.db, { ...systemScope, userId: id, impersonatedBy }, (tx) =>
      logAccess(tx, 'refused', { id, companyId, email }, signInOrigin(request), { call, token }),
    ).catch((error: unknown) => kit.log.error({ err: error }, 'a refusal could not be logged'));
  };
}
export type RefusalLog = ReturnType<typeof refusalLog>;
