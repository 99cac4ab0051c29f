import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { linkHash, newLinkSecret } from '#core/accounts/server/api.ts';
import { weekSchedules } from '#core/schedules/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf } from '#platform/server/serve.ts';
import type { AccessMethod, GrantWithSecrets, NewGrant } from '../../common/grant.ts';
import { type AccessMode, isSwitched, type TimeWindow } from '../../common/grant-state.ts';
import { publicPath } from '../../common/link-page.ts';
import { cardFor, pinFor, sealCode } from '../codes/pin-codes.ts';
import { assertGeofence } from '../links/link-fence.ts';
import { sendLinks } from '../links/link-mails.ts';
import { publishAccess } from '../live-topics.ts';
import { accessOf, type Lock, locksFor } from '../locks.ts';
import { columnsAt } from './grant-machine.ts';
import { grantOf } from './grant-rows.ts';
import { holderFor } from './holders.ts';

type Creating = Pick<Context, 'tx' | 'kit' | 'actor' | 'may' | 'afterCommit'>;

type Rule = {
  methods: readonly AccessMethod[];
  holder: 'required' | 'none' | 'possible';
  /** The longest time from its beginning to its end, and until its beginning, in days. */
  days: number;
  ahead?: number;
  ends?: true;
};
const rules: Readonly<Record<AccessMode, Rule>> = {
  fulltime: { methods: ['app', 'pin', 'card'], holder: 'required', days: 5 * 366 },
  scheduled: { methods: ['app', 'pin', 'card'], holder: 'required', days: 5 * 366 },
  'public-temporary': { methods: ['link', 'pin'], holder: 'none', days: 90, ends: true },
  onetime: { methods: ['link', 'pin'], holder: 'possible', days: 3, ahead: 30, ends: true },
  'calendar-mode': { methods: ['app', 'pin', 'card', 'link'], holder: 'required', days: 366 },
};

const instantOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Access without an end can be given only by people who may do so for the whole company. */
export function assertMayGive(
  { actor, may }: Pick<Context, 'actor' | 'may'>,
  app: AppManifest,
  mode: AccessMode,
): void {
  const key = 'create-fulltime';
  if (mode !== 'fulltime') return;
  if (!may(canDo(`${app.id}.access`, key)) || !hasAbilityOn(actor.session, app.id, 'access', key, null))
    throw refuse(403, 'no-permission');
}

/** Refuses an end in the past, or farther from the beginning than the mode allows. */
export function assertEnd(mode: AccessMode, from: number, to: number): void {
  if (to <= from) throw invalid('to', 'toAfterFrom');
  if (to <= Date.now()) throw invalid('to', 'inThePast');
  if (to - from > rules[mode].days * dayMs) throw invalid('to', 'daysCount');
}

/** When the grant begins and ends. Refuses values that its mode does not allow, naming the field. */
function periodOf(input: NewGrant, windows: readonly TimeWindow[] | null): { from: number; to: number | null } {
  const rule = rules[input.mode];
  const now = Date.now();
  const from = windows ? Math.min(...windows.map((window) => window.from)) : (instantOf(input.from) ?? now);
  const to = windows ? Math.max(...windows.map((window) => window.to)) : instantOf(input.to);
  if (to === null) {
    if (rule.ends) throw invalid('to', 'Required');
    return { from, to };
  }
  assertEnd(input.mode, from, to);
  if (rule.ahead && from - now > rule.ahead * dayMs) throw invalid('from', 'daysCount');
  return { from, to };
}

function windowsOf({ mode, windows }: NewGrant): TimeWindow[] | null {
  if (mode !== 'calendar-mode') return null;
  if (!windows) throw invalid('windows', 'Required');
  const sorted = windows
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
    .sort((a, b) => a.from - b.from);
  if (sorted.some(({ from }, at) => at > 0 && from < (sorted[at - 1] as TimeWindow).to))
    throw invalid('windows', 'overlap');
  return sorted;
}

function assertFits(input: NewGrant): void {
  const { methods, holder } = rules[input.mode];
  if (!input.methods.every((method) => methods.includes(method))) throw invalid('methods', 'methodOfMode');
  if (holder === 'required' && !input.holder) throw invalid('holder', 'Required');
  if (holder === 'none' && input.holder) throw invalid('holder', 'invalid');
  if (input.methods.includes('app') && input.holder && !('userId' in input.holder))
    throw invalid('methods', 'appNeedsPerson');
  const link = input.methods.includes('link');
  if (input.onlyInsideFence !== undefined && !link) throw invalid('onlyInsideFence', 'methodOfMode');
  if (input.notify?.length && !link) throw invalid('notify', 'methodOfMode');
  if (input.notify?.length && !input.holder) throw invalid('holder', 'Required');
  if (input.mode === 'onetime' && (input.maxUses ?? 1) !== 1) throw invalid('maxUses', 'outOfRange');
  if (input.mode === 'public-temporary' && input.maxUses === undefined) throw invalid('maxUses', 'Required');
}

async function hoursOf(
  { tx }: Creating,
  { mode, scheduleId }: NewGrant,
  companyId: number,
): Promise<WeekSchedule | null> {
  if (mode !== 'scheduled') return null;
  if (!scheduleId) throw invalid('scheduleId', 'Required');
  const { rows } = await sql<{ hours: WeekSchedule; companyId: number }>`
    SELECT w.hours, w.company_id FROM ${sql.raw(weekSchedules)} w WHERE w.id = ${scheduleId}`.execute(tx);
  const [found] = rows;
  if (!found || found.companyId !== companyId) throw refuse(409, 'schedule-of-another-company');
  return found.hours;
}

type Secrets = GrantWithSecrets['secrets'];
type Made = { credentials: Record<string, unknown>[]; secrets: Secrets };

/** The credentials of the locks with their secrets. A code or card is the same on all of them, a link is for one. */
async function credentialsFor(
  context: Creating,
  app: AppManifest,
  locks: readonly Lock[],
  input: Omit<NewGrant, 'maxUses'> & { maxUses: number | null },
  period: { from: number; to: number | null },
): Promise<Made> {
  const { kit } = context;
  const pin = input.methods.includes('pin') ? await pinFor(context, app, locks, input) : null;
  const card = input.methods.includes('card') ? await cardFor(context, app, locks, input) : null;
  const numbers: Partial<Record<AccessMethod, string | null>> = { pin, card };
  const links: Secrets['links'] = [];
  const credentials = locks.flatMap((lock) =>
    input.methods.map((kind) => {
      const number = numbers[kind];
      const token = kind === 'link' ? newLinkSecret() : null;
      if (token) links.push({ deviceId: lock.id, device: lock.name, url: `${kit.publicUrl}${publicPath}/${token}` });
      return {
        device_id: lock.id,
        kind,
        sealed: number ? sealCode(kit, lock.companyId, number).toString('base64') : null,
        token_hash: token ? linkHash(token).toString('base64') : null,
        activation_at: iso(period.from),
        expiration_at: iso(period.to),
        max_uses: input.maxUses,
      };
    }),
  );
  return { credentials, secrets: { pin, linkPin: null, links } };
}

async function insertGrant(context: Creating, app: AppManifest, companyId: number, input: NewGrant, known?: number) {
  const { tx, kit } = context;
  const windows = windowsOf(input);
  const period = periodOf(input, windows);
  const hours = await hoursOf(context, input, companyId);
  const locks = await locksFor(context, app, companyId, input);
  const maxUses = input.mode === 'onetime' ? 1 : (input.maxUses ?? null);
  const { credentials, secrets } = await credentialsFor(context, app, locks, { ...input, maxUses }, period);
  const linkPin = input.needsPin && input.methods.includes('link') ? String(randomInt(10_000)).padStart(4, '0') : null;
  const holderId = known ?? (input.holder ? await holderFor(tx, companyId, input.holder) : null);
  const { state, open, nextEdge } = columnsAt({ ...period, hours, windows }, Date.now());
  const made = await sql<{ id: number }>`
    INSERT INTO access_grant (company_id, app, mode, state, holder_id, schedule_id, starts_at, ends_at, windows, open, next_edge, max_uses, methods, sealed, geofence_id, public_name, note)
    VALUES (${companyId}, ${app.id}, ${input.mode}, ${state}, ${holderId}, ${input.mode === 'scheduled' ? (input.scheduleId ?? null) : null}, ${iso(period.from)}, ${iso(period.to)},
            ${windows && JSON.stringify(windows)}::jsonb, ${open}, ${nextEdge}, ${maxUses}, ${[...new Set(input.methods)]}::text[], ${linkPin && sealCode(kit, companyId, linkPin)},
            ${input.onlyInsideFence ?? null}, ${input.publicName ?? ''}, ${input.note ?? ''}) RETURNING id`.execute(tx);
  const id = made.rows[0]?.id as number;
  await sql`
    INSERT INTO access_credential (company_id, grant_id, device_id, kind, sealed, token_hash, activation_at, expiration_at, max_uses, sync)
    SELECT ${companyId}, ${id}, n.device_id, n.kind, decode(n.sealed, 'base64'), decode(n.token_hash, 'base64'), n.activation_at, n.expiration_at, n.max_uses,
           CASE WHEN n.kind NOT IN ('pin', 'card') THEN 'none' WHEN ${open || !isSwitched(input.mode)} THEN 'wanted' ELSE 'removed' END
      FROM jsonb_to_recordset(${JSON.stringify(credentials)}::jsonb) AS n (device_id integer, kind text, sealed text, token_hash text, activation_at timestamptz, expiration_at timestamptz, max_uses integer)`.execute(
    tx,
  );
  return { id, secrets: { ...secrets, linkPin } };
}

/**
 * Gives access. The answer contains the secrets, which cannot be read again. `holderId`: the holder, if already known.
 */
export async function createGrant(
  context: Creating,
  app: AppManifest,
  input: NewGrant,
  holderId?: number,
): Promise<GrantWithSecrets> {
  const { tx, kit, actor, afterCommit } = context;
  accessOf(app);
  const companyId = companyOf(actor);
  assertMayGive(context, app, input.mode);
  assertFits(input);
  if (input.onlyInsideFence !== undefined) await assertGeofence(tx, companyId, input.onlyInsideFence);
  const { id, secrets } = await insertGrant(context, app, companyId, input, holderId);
  const grant = await grantOf(tx, app.id, id);
  if (input.notify?.length) await sendLinks(context, app, grant, { ways: input.notify, links: secrets.links });
  afterCommit(() => publishAccess(kit, companyId));
  return { ...grant, secrets };
}
