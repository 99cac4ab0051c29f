import { deviceChanged, lockPlaced } from '#core/devices/server/api.ts';
import { present } from '#platform/server/clock.ts';
import { type DomainEvents, type Emitting, emit } from '#platform/server/domain-events.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Subject } from '../common/fitting.ts';
import {
  announceEnd,
  endFitting,
  type FittingContext,
  installAt,
  lockedDevice,
  lockSubject,
  nowSince,
  pastInstant,
} from './fit-device.ts';
import { subjectNames } from './fitting-rows.ts';

/** The fittings of devices that last. */
const lasting = (tx: Emitting['tx'], devices: readonly number[]) =>
  tx
    .selectFrom('fitting')
    .select(['id', 'companyId', 'deviceId', 'subjectType', 'subjectId', 'structureId', 'fromAt'])
    .where('deviceId', '=', anyOf(devices))
    .where('toAt', 'is', null)
    .orderBy('id')
    .execute();
type Lasting = Awaited<ReturnType<typeof lasting>>[number];
const subjectOf = ({ subjectType, subjectId }: Lasting): Subject => ({ type: subjectType, id: subjectId });

/**
 * Takes a device out of what it is fitted to, now or at a past instant. It stays installed at its site. The caller has
 * checked that the person may do so. Returns the id of the fitting.
 */
export async function unfitDevice(
  context: FittingContext,
  wanted: { device: { id: number; companyId: number }; at?: string | undefined; why?: string | undefined },
): Promise<number> {
  const { tx, kit, afterCommit } = context;
  changeableCompany(context.actor, wanted.device.companyId);
  const past = pastInstant(wanted.at);
  const device = await lockedDevice(tx, wanted.device.id);
  const [fitting] = await lasting(tx, [device.id]);
  if (!fitting) throw refuse(409, 'not-fitted');
  const from = Date.parse(fitting.fromAt);
  const at = past ?? nowSince(from + 1);
  if (at <= from) throw invalid('at', 'beforeFitting');
  await endFitting(tx, fitting.id, at, wanted.why ?? '');
  const subject = subjectOf(fitting);
  const nameOf = await subjectNames(context, [subject]);
  await announceEnd(context, device, { id: fitting.id, subject }, at, nameOf(subject));
  afterCommit(() => deviceChanged(kit, device));
  return fitting.id;
}

/** Ends fittings now, without a person who takes the devices out. Returns what has ended. */
async function endNow(context: Emitting, fittings: readonly Lasting[]): Promise<void> {
  const { tx } = context;
  const at = present();
  const ids = (some: readonly Lasting[]) => anyOf(some.map(({ id }) => id));
  const [begun, never] = [true, false].map((has) =>
    fittings.filter(({ fromAt }) => Date.parse(fromAt) < at.getTime() === has),
  ) as [Lasting[], Lasting[]];
  await tx.updateTable('fitting').set({ toAt: at }).where('id', '=', ids(begun)).execute();
  // A fitting that would end as it begins has never been.
  await tx.deleteFrom('fitting').where('id', '=', ids(never)).execute();
  for (const fitting of fittings) {
    const { id, companyId, deviceId } = fitting;
    await emit(context, 'device.unfitted', {
      ...{ id, companyId, deviceId },
      subject: subjectOf(fitting),
      at: at.toISOString(),
    });
  }
}

/** A device that is uninstalled or gets another owner is no longer fitted to anything. */
export const endFittingsOf = async (context: Emitting, deviceId: number): Promise<void> =>
  endNow(context, await lasting(context.tx, [deviceId]));

/** A fitted device is where its record is: only the record moves it to another site. */
export async function refuseOtherSite(context: Emitting, { moves }: DomainEvents['devices.moved']): Promise<void> {
  const to = new Map(moves.map(({ id, structureId }) => [id, structureId]));
  const fitted = await lasting(context.tx, [...to.keys()]);
  const away = fitted.filter(({ deviceId, structureId }) => {
    const target = to.get(deviceId) ?? null;
    return target !== null && target !== structureId;
  });
  if (away.length > 0) throw refuse(409, 'device-fitted', { count: away.length });
}

type OwnedSubject = Subject & { companyId: number };

/** The devices that are fitted to a record, locked after the record, with their fittings. */
async function fittedTo({ tx }: FittingContext, subject: OwnedSubject) {
  await lockSubject(tx, subject.companyId, subject);
  const found = await tx
    .selectFrom('fitting')
    .select('deviceId')
    .where('companyId', '=', subject.companyId)
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .where('toAt', 'is', null)
    .execute();
  const devices = await lockPlaced(
    tx,
    found.map(({ deviceId }) => deviceId),
  );
  // Some may have been taken out before they were locked.
  const fittings = (
    await lasting(
      tx,
      devices.map(({ id }) => id),
    )
  ).filter((one) => one.subjectType === subject.type && one.subjectId === subject.id);
  const fitted = new Set(fittings.map(({ deviceId }) => deviceId));
  return { fittings, devices: devices.filter(({ id }) => fitted.has(id)) };
}

/**
 * A record has got another site, in the transaction of the change: the devices that are fitted to it are installed there.
 * The caller has checked that the person may change the site of the record.
 */
export async function subjectMoved(
  context: FittingContext,
  { structureId, ...subject }: OwnedSubject & { structureId: number },
): Promise<void> {
  const { tx, kit, afterCommit } = context;
  const { fittings, devices } = await fittedTo(context, subject);
  if (fittings.length === 0) return;
  await tx
    .updateTable('fitting')
    .set({ structureId })
    .where('id', '=', anyOf(fittings.map(({ id }) => id)))
    .execute();
  await installAt(context, devices, structureId);
  afterCommit(() => {
    for (const device of devices) deviceChanged(kit, device);
  });
}

/** A record has got another name, in the transaction of the change. */
export async function subjectRenamed({ tx }: FittingContext, subject: OwnedSubject & { name: string }): Promise<void> {
  await tx
    .updateTable('fitting')
    .set({ subjectName: subject.name })
    .where('companyId', '=', subject.companyId)
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .execute();
}

/** A record is deleted or no longer used: the devices that are fitted to it are taken out. They stay at its site. */
export async function subjectGone(context: FittingContext, subject: OwnedSubject): Promise<void> {
  const { fittings } = await fittedTo(context, subject);
  await endNow(context, fittings);
}
