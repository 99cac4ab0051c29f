import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { deviceKeys } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import type { Context } from '#platform/server/serve.ts';
import { codesClash, freeSlots, isWeakCode } from '../../common/codes.ts';
import type { CredentialStore } from '../../common/grant.ts';
import type { AccessMode } from '../../common/grant-state.ts';
import type { LockModel } from '../../common/manifest.ts';
import { accessOf, type Lock, lockModel, slotsOf } from '../locks.ts';
import { reportedStores, slotsUsed } from './lock-codes.ts';

const usualDigits = 6;
const attempts = 200;
/** A revoked code is not reused before this many others. */
const remembered = 3;

const boundTo = (companyId: number) => `access code ${companyId}`;
export const sealCode = ({ secrets }: Pick<Kit, 'secrets'>, companyId: number, code: string): Buffer =>
  seal(secrets.sealing, code, boundTo(companyId));
export const unsealCode = ({ secrets }: Pick<Kit, 'secrets'>, companyId: number, sealed: Buffer): string =>
  unseal(secrets.sealing, sealed, boundTo(companyId));

/**
 * The fingerprint of a code in the list of a lock: HMAC-SHA256 with the key that it shares with the platform, cut to
 * eight bytes.
 */
export const fingerprintOf = (key: Buffer | undefined, code: string): string =>
  key ? createHmac('sha256', key).update(code).digest('hex').slice(0, 16) : '';

type Keypad = NonNullable<LockModel['keypad']>;
type Giving = Pick<Context, 'tx' | 'kit' | 'actor'>;
type Held = { deviceId: number; sealed: Buffer | null; slots: number; foreign: string[] };

/**
 * For each lock: how many slots of the store are used, what is or may become stored there, and the fingerprints of what
 * was entered at the lock itself. Locks the row, because two concurrent callers would otherwise assign the same code.
 */
async function heldBy({ tx, kit, actor }: Giving, locks: readonly Lock[], store: CredentialStore) {
  const ids = locks.map(({ id }) => id).sort((a, b) => a - b);
  await sql`SELECT pg_advisory_xact_lock(hashtext('codes of a lock'), n.id) FROM unnest(${ids}::integer[]) n(id)`.execute(
    tx,
  );
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Held>`
      SELECT r.device_id, c.sealed, ${sql.raw(slotsUsed)} AS slots,
             (SELECT coalesce(array_agg(l.value #>> '{}'), '{}') FROM jsonb_each(r.held) l WHERE jsonb_typeof(l.value) = 'string'
                 AND NOT EXISTS (SELECT FROM access_credential k WHERE k.device_id = r.device_id AND k.store = r.store AND k.slot::text = l.key AND k.sealed IS NOT NULL)) AS "foreign"
        FROM ${sql.raw(reportedStores)} r
        LEFT JOIN access_credential c ON c.device_id = r.device_id AND c.store = r.store AND c.deactivated_at IS NULL
       WHERE r.device_id = ANY (${ids}::integer[]) AND r.store = ${store}`.execute(tx),
  );
  const held = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map(
    locks.map(({ id, companyId }) => {
      const ofLock = held.get(id) ?? [];
      const numbers = ofLock.flatMap(({ sealed }) => (sealed ? [unsealCode(kit, companyId, sealed)] : []));
      return [id, { numbers, used: ofLock[0]?.slots ?? 0, foreign: ofLock[0]?.foreign ?? [] }] as const;
    }),
  );
}

/** The last revoked codes of each lock. */
async function formerOn({ tx, kit, actor }: Giving, locks: readonly Lock[]) {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<{ deviceId: number; sealed: Buffer }>`
      SELECT n.id AS device_id, c.sealed FROM unnest(${locks.map(({ id }) => id)}::integer[]) n(id),
             LATERAL (SELECT o.sealed FROM access_credential o WHERE o.device_id = n.id AND o.kind = 'pin' AND o.sealed IS NOT NULL AND o.deactivated_at IS NOT NULL
                       ORDER BY o.deactivated_at DESC, o.id DESC LIMIT ${remembered}) c`.execute(tx),
  );
  const companies = new Map(locks.map(({ id, companyId }) => [id, companyId]));
  const former = Map.groupBy(rows, ({ deviceId }) => deviceId);
  const plain = ({ deviceId, sealed }: (typeof rows)[number]) =>
    unsealCode(kit, companies.get(deviceId) as number, sealed);
  return new Map(locks.map(({ id }) => [id, (former.get(id) ?? []).map(plain)]));
}

/** Refuses with the names of the offending locks, if there are any. */
function refuseFor(app: AppManifest, word: string, code: string, locks: readonly Lock[]): void {
  if (locks.length > 0) throw refuse(409, word, { locks: locks.map(({ name }) => name) }, accessOf(app).errors + code);
}

/**
 * The code for locks: the requested one, else a random one. Refuses, with the names of the offending locks, locks
 * without a keypad, full ones, and those that have a similar code.
 */
export async function pinFor(
  context: Giving,
  app: AppManifest,
  locks: readonly Lock[],
  { mode, pin }: { mode: AccessMode; pin?: string | undefined },
): Promise<string> {
  const keypads = new Map(locks.map(({ id, hardwareId }) => [id, lockModel(app, hardwareId)?.keypad]));
  const without = locks.filter(({ id }) => !keypads.get(id));
  refuseFor(app, 'lock-without-keypad', '020413', without);
  const keypadOf = (id: number) => keypads.get(id) as Keypad;
  const [held, former] = [await heldBy(context, locks, 'codes'), await formerOn(context, locks)];
  const full = locks.filter(({ id }) => freeSlots(keypadOf(id).slots, held.get(id)?.used ?? 0, mode) < 1);
  refuseFor(app, 'lock-full', '020410', full);
  const isPoor = (code: string) =>
    locks.some(({ id, serial }) => isWeakCode(code, serial) || former.get(id)?.includes(code));
  const clashing = (code: string) =>
    locks.filter(({ id }) =>
      held.get(id)?.numbers.some((other) => codesClash(code, other, keypadOf(id).prefixes ?? false)),
    );
  const [least, most] = locks.reduce(
    ([min, max], { id }) => [Math.max(min, keypadOf(id).digits[0]), Math.min(max, keypadOf(id).digits[1])],
    [4, 9],
  );
  if (pin !== undefined) {
    if (pin.length < least || pin.length > most) throw invalid('pin', 'codeLength');
    if (isPoor(pin)) throw invalid('pin', 'weakCode');
    refuseFor(app, 'code-clash', '020409', clashing(pin));
    return pin;
  }
  const digits = Math.min(Math.max(usualDigits, least), most);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    if (!isPoor(code) && clashing(code).length === 0) return code;
  }
  throw refuse(409, 'code-clash', { locks: locks.map(({ name }) => name) }, `${accessOf(app).errors}020409`);
}

/**
 * The number of the card for locks. Refuses, with the names of the offending locks, locks that store no cards, full
 * ones, and those that have this card already, whether the platform wrote it or somebody entered it at the lock.
 */
export async function cardFor(
  context: Giving,
  app: AppManifest,
  locks: readonly Lock[],
  { mode, card }: { mode: AccessMode; card?: string | undefined },
): Promise<string> {
  const slots = new Map(locks.map(({ id, hardwareId }) => [id, slotsOf(lockModel(app, hardwareId), 'cards')]));
  const without = locks.filter(({ id }) => slots.get(id) === 0);
  refuseFor(app, 'lock-without-cards', '020414', without);
  if (card === undefined) throw invalid('card', 'Required');
  const held = await heldBy(context, locks, 'cards');
  const full = locks.filter(({ id }) => freeSlots(slots.get(id) ?? 0, held.get(id)?.used ?? 0, mode) < 1);
  refuseFor(app, 'lock-full-of-cards', '020415', full);
  const ids = locks.map(({ id }) => id);
  const keys = await bypassRls(context.tx, context.actor.scope, () => deviceKeys(context.tx, ids));
  const taken = locks.filter(({ id }) => {
    const { numbers = [], foreign = [] } = held.get(id) ?? {};
    return numbers.includes(card) || foreign.includes(fingerprintOf(keys.get(id), card));
  });
  refuseFor(app, 'card-taken', '020416', taken);
  return card;
}
