import { sql } from 'kysely';
import {
  type DevicePlacement,
  deviceChanged,
  deviceName,
  lockPlaced,
  logDevice,
  placeDevices,
} from '#core/devices/server/api.ts';
import { present } from '#platform/server/clock.ts';
import { emit } from '#platform/server/domain-events.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Subject } from '../common/fitting.ts';
import { overlap, placeIn, type Span } from '../common/timeline.ts';
import { type CarrierRecord, carrierRecords } from './carriers.ts';
import './events.ts';

export type FittingContext = Pick<Context, 'tx' | 'kit' | 'actor' | 'locale' | 'afterCommit'>;
type Device = { id: number; companyId: number };
export type WantedFitting = {
  device: Device;
  subject: Subject;
  /** Now by default. */
  at?: string | undefined;
  why?: string | undefined;
  main?: boolean | undefined;
  /** Ends the fitting that the device has at that instant. */
  move?: boolean | undefined;
};
type Known = Span & { id: number; subject: Subject };
/** The caller has checked who fits devices: the site follows from the record. */
const asFitted = () => true;

/**
 * One change after the other of what is fitted to a record. Taken before the devices are locked: a record that gets another
 * site waits for a device that is being fitted to it, and takes it along.
 */
export const lockSubject = (tx: Tx, companyId: number, { type, id }: Subject) =>
  sql`SELECT pg_advisory_xact_lock(hashtext(${`fitting ${companyId} ${type}`}), ${id}::integer)`.execute(tx);

/** The instant in ms since 1970, null for now; refuses one that has not come. */
export function pastInstant(at: string | undefined): number | null {
  if (at === undefined) return null;
  const instant = Date.parse(at);
  if (instant > present().getTime()) throw invalid('at', 'inTheFuture');
  return instant;
}

/**
 * Now, for a device that is locked: not before the begin of a fitting that lasts, which another server with a clock that is
 * ahead, or a request that was locked first, may have made.
 */
export const nowSince = (from: number | undefined): number => Math.max(present().getTime(), from ?? 0);

/** A device that is not removed, locked: of two people who fit it at once the second sees what the first has done. */
export async function lockedDevice(tx: Tx, id: number): Promise<DevicePlacement> {
  const [device] = await lockPlaced(tx, [id]);
  if (!device) throw refuse(409, 'device-removed');
  return device;
}

async function subjectToFit(context: FittingContext, { companyId }: Device, subject: Subject) {
  const [record] = await carrierRecords(subject.type)(context, [subject.id]);
  if (record?.companyId !== companyId) throw invalid('subject', 'unknown');
  if (record.structureId === null) throw refuse(409, 'subject-without-site', { name: record.name });
  return { ...record, structureId: record.structureId };
}

/** The fittings of a device in the order of time. */
async function fittingsOf(tx: Tx, deviceId: number): Promise<Known[]> {
  const found = await tx
    .selectFrom('fitting')
    .select(['id', 'fromAt', 'toAt', 'subjectType', 'subjectId'])
    .where('deviceId', '=', deviceId)
    .orderBy('fromAt')
    .execute();
  return found.map(({ id, fromAt, toAt, subjectType, subjectId }) => ({
    id,
    from: Date.parse(fromAt),
    to: toAt === null ? null : Date.parse(toAt),
    subject: { type: subjectType, id: subjectId },
  }));
}

/** Whether a new span of a device is the main one of its record. Refuses a second one that is to be. */
async function mainOf(tx: Tx, { device: { companyId }, subject, main }: WantedFitting, span: Span): Promise<boolean> {
  if (main === false) return false;
  const others = await tx
    .selectFrom('fitting')
    .select(['deviceId', 'fromAt', 'toAt'])
    .where('companyId', '=', companyId)
    .where('subjectType', '=', subject.type)
    .where('subjectId', '=', subject.id)
    .where('main', '=', true)
    .execute();
  const other = others.find(({ fromAt, toAt }) =>
    overlap(span, { from: Date.parse(fromAt), to: toAt === null ? null : Date.parse(toAt) }),
  );
  if (other && main) throw refuse(409, 'main-fitted', { device: await deviceName(tx, other.deviceId) });
  return !other;
}

/**
 * Fits a device to a record of its app from an instant on, which may be past, and installs it at the site of the record if
 * it still is there. Refuses with 409 `fitted-elsewhere` if it is fitted to another record at that instant, unless it moves.
 * The caller has checked that the person may do so. Returns the id of the fitting.
 */
export async function fitDevice(context: FittingContext, wanted: WantedFitting): Promise<number> {
  const { tx, kit, afterCommit } = context;
  const { subject, why = '', move = false } = wanted;
  changeableCompany(context.actor, wanted.device.companyId);
  const past = pastInstant(wanted.at);
  await lockSubject(tx, wanted.device.companyId, subject);
  const record = await subjectToFit(context, wanted.device, subject);
  const device = await lockedDevice(tx, wanted.device.id);
  const known = await fittingsOf(tx, device.id);
  const at = past ?? nowSince(known.at(-1)?.from);
  const { inside, until } = placeIn(known, at);
  if (inside) await leaveFormer(context, { device, record, inside, at, why, subject, move });
  const main = await mainOf(tx, wanted, { from: at, to: until });
  const made = await tx
    .insertInto('fitting')
    .values({
      companyId: device.companyId,
      appId: device.app,
      deviceId: device.id,
      subjectType: subject.type,
      subjectId: subject.id,
      subjectName: record.name,
      structureId: record.structureId,
      main,
      fromAt: new Date(at),
      toAt: until === null ? null : new Date(until),
      why,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (until === null) await installAt(context, [device], record.structureId);
  await logDevice(tx, device, 'fitted', context.actor, { subject: record.name });
  const event = { id: made.id, companyId: device.companyId, deviceId: device.id, subject };
  await emit(context, 'device.fitted', { ...event, at: new Date(at).toISOString() });
  afterCommit(() => deviceChanged(kit, device));
  return made.id;
}

type Leaving = Pick<WantedFitting, 'subject'> & {
  device: DevicePlacement;
  record: CarrierRecord;
  inside: Known;
  at: number;
  why: string;
  move: boolean;
};

/** Ends what the device is fitted to at the instant at which it is fitted to another record. */
async function leaveFormer(context: FittingContext, { device, record, inside, at, why, subject, move }: Leaving) {
  const { type, id } = inside.subject;
  const [former] = await carrierRecords(type)(context, [id]);
  const named = { type, id, name: former?.name ?? null };
  if (type === subject.type && id === subject.id) throw refuse(409, 'already-fitted', { name: record.name });
  if (!move) throw refuse(409, 'fitted-elsewhere', { subject: named, name: named.name ?? '' });
  // A fitting that would end as it begins has never been.
  if (inside.from === at) await context.tx.deleteFrom('fitting').where('id', '=', inside.id).execute();
  else await endFitting(context.tx, inside.id, at, why);
  await announceEnd(context, device, inside, at, named.name);
}

/** Ends a fitting at an instant; the person is that of the transaction. */
export const endFitting = (tx: Tx, id: number, at: number, why: string) =>
  tx
    .updateTable('fitting')
    .set({ toAt: new Date(at), endWhy: why, endedBy: sql<number | null>`rasid_user()` })
    .where('id', '=', id)
    .execute();

/** Logs that a device was taken out, and emits it. */
export async function announceEnd(
  context: FittingContext,
  device: Device,
  { id, subject }: Pick<Known, 'id' | 'subject'>,
  at: number,
  name: string | null,
): Promise<void> {
  await logDevice(context.tx, device, 'unfitted', context.actor, { subject: name });
  const event = { id, companyId: device.companyId, deviceId: device.id, subject };
  await emit(context, 'device.unfitted', { ...event, at: new Date(at).toISOString() });
}

/** Installs devices at a site, those that are elsewhere; a floor within the site is kept. */
export async function installAt(
  context: FittingContext,
  devices: readonly DevicePlacement[],
  structureId: number,
): Promise<void> {
  const away = devices.filter((device) => device.state !== 'installed' || device.structureId !== structureId);
  const wanted = away.map((device) => ({ device, target: { structureId } }));
  const [refusal] = (await placeDevices(context, wanted, asFitted)).values();
  if (refusal) throw refuse(409, refusal);
}
