import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { AppManifest } from '#platform/common/define-app.ts';
import { bypassRls } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { seal, unseal } from '#platform/server/seal.ts';
import type { Context } from '#platform/server/serve.ts';
import { codesClash, freeSlots, isWeakCode } from '../common/codes.ts';
import type { AccessMode } from '../common/grant-state.ts';
import type { LockModel } from '../common/manifest.ts';
import { reportedCodes } from './lock-codes.ts';
import { accessOf, type Lock, modelOf } from './locks.ts';

const usualDigits = 6;
const attempts = 200;
/** A code that was taken does not come back before so many others. */
const remembered = 3;

const boundTo = (companyId: number) => `access code ${companyId}`;
export const sealCode = ({ secrets }: Pick<Kit, 'secrets'>, companyId: number, code: string): Buffer =>
  seal(secrets.sealing, code, boundTo(companyId));
export const unsealCode = ({ secrets }: Pick<Kit, 'secrets'>, companyId: number, sealed: Buffer): string =>
  unseal(secrets.sealing, sealed, boundTo(companyId));

/** What a lock tells of a code in its list: HMAC-SHA256 by the key that it shares with the platform, cut to eight bytes. */
export const fingerprintOf = (key: Buffer | undefined, code: string): string =>
  key ? createHmac('sha256', key).update(code).digest('hex').slice(0, 16) : '';

type Keypad = NonNullable<LockModel['keypad']>;
type Held = { deviceId: number; sealed: Buffer | null; slots: number };

/** How many slots of each lock are used, the codes that are on it or on their way, and the last that were taken. */
async function codesOn({ tx, kit, actor }: Pick<Context, 'tx' | 'kit' | 'actor'>, locks: readonly Lock[]) {
  const ids = locks.map(({ id }) => id);
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Held>`
      SELECT r.device_id, c.sealed,
             (SELECT count(*)::integer FROM (SELECT jsonb_object_keys(r.codes) AS slot UNION SELECT s.slot::text FROM access_credential s WHERE s.device_id = r.device_id AND s.slot IS NOT NULL) used) AS slots
        FROM ${sql.raw(reportedCodes)} r
        LEFT JOIN access_credential c ON c.device_id = r.device_id AND c.kind = 'pin' AND c.sync <> 'removed' AND c.deactivated_at IS NULL
       WHERE r.device_id = ANY (${ids}::integer[])`.execute(tx),
  );
  const former = await bypassRls(tx, actor.scope, () =>
    sql<{ deviceId: number; sealed: Buffer }>`
      SELECT n.id AS device_id, c.sealed FROM unnest(${ids}::integer[]) n(id),
             LATERAL (SELECT o.sealed FROM access_credential o WHERE o.device_id = n.id AND o.kind = 'pin' AND o.sealed IS NOT NULL AND o.deactivated_at IS NOT NULL
                       ORDER BY o.deactivated_at DESC, o.id DESC LIMIT ${remembered}) c`.execute(tx),
  );
  const formerOf = Map.groupBy(former.rows, ({ deviceId }) => deviceId);
  const companies = new Map(locks.map(({ id, companyId }) => [id, companyId]));
  const plain = (id: number, sealed: Buffer) => unsealCode(kit, companies.get(id) as number, sealed);
  const held = Map.groupBy(rows, ({ deviceId }) => deviceId);
  return new Map(
    locks.map(({ id }) => {
      const ofLock = held.get(id) ?? [];
      const codes = ofLock.flatMap(({ sealed }) => (sealed ? [plain(id, sealed)] : []));
      const last = (formerOf.get(id) ?? []).map(({ sealed }) => plain(id, sealed));
      return [id, { codes, last, used: ofLock[0]?.slots ?? 0 }] as const;
    }),
  );
}

/**
 * The code for locks: the one that was asked for, else a random one. Refuses, with the names of the locks at fault, locks
 * without a keypad, full ones, and those that have a code like it.
 */
export async function pinFor(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  app: AppManifest,
  locks: readonly Lock[],
  { mode, pin }: { mode: AccessMode; pin?: string | undefined },
): Promise<string> {
  const { errors } = accessOf(app);
  const refused = (word: string, code: string, which: readonly Lock[]) =>
    refuse(409, word, { locks: which.map(({ name }) => name) }, errors + code);
  const keypads = new Map(locks.map(({ id, hardwareId }) => [id, modelOf(app, hardwareId)?.keypad]));
  const without = locks.filter(({ id }) => !keypads.get(id));
  if (without.length > 0) throw refused('lock-without-keypad', '020413', without);
  const keypadOf = (id: number) => keypads.get(id) as Keypad;
  const on = await codesOn(context, locks);
  const full = locks.filter(({ id }) => freeSlots(keypadOf(id).slots, on.get(id)?.used ?? 0, mode) < 1);
  if (full.length > 0) throw refused('lock-full', '020410', full);
  const isPoor = (code: string) =>
    locks.some(({ id, serial }) => isWeakCode(code, serial) || on.get(id)?.last.includes(code));
  const clashing = (code: string) =>
    locks.filter(({ id }) =>
      on.get(id)?.codes.some((other) => codesClash(code, other, keypadOf(id).prefixes ?? false)),
    );
  const [least, most] = locks.reduce(
    ([min, max], { id }) => [Math.max(min, keypadOf(id).digits[0]), Math.min(max, keypadOf(id).digits[1])],
    [4, 9],
  );
  if (pin !== undefined) {
    if (pin.length < least || pin.length > most) throw invalid('pin', 'codeLength');
    if (isPoor(pin)) throw invalid('pin', 'weakCode');
    const faulty = clashing(pin);
    if (faulty.length > 0) throw refused('code-clash', '020409', faulty);
    return pin;
  }
  const digits = Math.min(Math.max(usualDigits, least), most);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    if (!isPoor(code) && clashing(code).length === 0) return code;
  }
  throw refused('code-clash', '020409', locks);
}
