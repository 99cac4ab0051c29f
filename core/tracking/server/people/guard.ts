import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { type LookKind, personAccess } from '../../common/people.ts';
import { callsForHelp, type Duty, dutiesOf, isOnDuty } from './duties.ts';
import { recordLooks } from './looks.ts';
import { personModels } from './person-models.ts';

type Looking = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
type Device = { id: number; companyId: number; app: string; hardwareId: number; structureId: number | null };

/** Refuses with 409, because no wearer of the device has consented. */
export function noConsent(kit: Looking['kit'], app: string) {
  const errors = kit.apps.find(({ id }) => id === app)?.people?.errors ?? '00';
  return refuse(409, 'no-consent', undefined, `${errors}040403`);
}

/**
 * Whether the people of a company are the caller's own, or those of a client whose contract names this ability. A
 * contract without this ability, a session as the owner of a company and the platform have no access to the positions
 * of people.
 */
export const areOwnPeople = (
  { session, scope, namedAbilities = [] }: Context['actor'],
  companyId: number,
  ability: string,
): boolean =>
  !scope.impersonatedBy &&
  (session.user.companyId === companyId || (session.actingFor === companyId && namedAbilities.includes(ability)));

/** Refuses callers to whom the company has not opened the data of its people. */
export function assertOwnPeople(
  actor: Context['actor'],
  { app, companyId }: Pick<Device, 'app' | 'companyId'>,
  action: string,
): void {
  if (!areOwnPeople(actor, companyId, `${app}.personal.${action}`)) throw refuse(403, 'people-of-others');
}

const mayLook = ({ actor, may }: Looking, { app, structureId }: Pick<Device, 'app' | 'structureId'>) =>
  may(personAccess(app)) && hasAbilityOn(actor.session, app, 'personal', 'read', structureId);

/**
 * Called before the positions of a device are shown: those of a wearer are shown only to people who may see them, only
 * with the consent of the wearer, and with a log line for the wearer to read.
 */
export async function assertMayLook(
  context: Looking,
  device: Device,
  kind: LookKind,
  period: { from: number; to: number },
): Promise<void> {
  const { tx, kit, actor } = context;
  if (!personModels(kit.apps).has(device.hardwareId)) return;
  if (!mayLook(context, device)) throw refuse(403, 'no-permission');
  assertOwnPeople(actor, device, 'read');
  await bypassRls(tx, actor.scope, async () => {
    const duty = (await dutiesOf(tx, [device.id])).get(device.id);
    if (!duty?.consentAt) throw noConsent(kit, device.app);
    await recordLooks(context, [device.id], kind, period);
  });
}

/** The people of the duties whose newest place is shown now: on duty with consent, or calling for help. */
export async function shownNow(
  tx: Tx,
  kit: Looking['kit'],
  devices: readonly { id: number; hardwareId: number }[],
): Promise<{ duties: ReadonlyMap<number, Duty>; calling: ReadonlyMap<number, string>; shown: number[] }> {
  const models = personModels(kit.apps);
  const worn = devices.flatMap(({ id, hardwareId }) => {
    const model = models.get(hardwareId);
    return model ? [{ id, ...model }] : [];
  });
  const duties = await dutiesOf(
    tx,
    worn.map(({ id }) => id),
  );
  const calling = await callsForHelp(tx, worn);
  const now = Date.now();
  const shown = worn.flatMap(({ id }) => (isOnDuty(duties.get(id), now) || calling.has(id) ? id : []));
  return { duties, calling, shown };
}

/** The devices of the app that people wear and whose newest place the caller may see now. */
export async function visiblePeople(context: Looking, app: string): Promise<number[]> {
  const { tx, kit, actor, may } = context;
  const own = kit.apps.find(({ id }) => id === app)?.hardware ?? [];
  const models = own.flatMap(({ id, positions }) => (positions?.person ? id : []));
  if (models.length === 0 || !may(personAccess(app))) return [];
  const structures = resourcesWith(actor.session, app, 'personal', 'read');
  const { companies: acting } = actor.scope;
  const companies = acting === 'all' ? [] : acting.filter((id) => areOwnPeople(actor, id, `${app}.personal.read`));
  return bypassRls(tx, actor.scope, async () => {
    const { rows } = await sql<{ id: number; hardwareId: number }>`
      SELECT d.id, d.hardware_id FROM ${sql.raw(deviceFacts)} d
       WHERE d.app = ${app} AND d.state = 'installed' AND d.hardware_id = ANY (${models}::integer[])
         AND d.company_id = ANY (${companies}::integer[])
         AND (${structures === null}::boolean OR d.structure_id = ANY (${structures ?? []}::integer[]))`.execute(tx);
    return (await shownNow(tx, kit, rows)).shown;
  });
}
