import { sql } from 'kysely';
import { settingsInForce, stopSettings } from '#core/devices/common/models/kept-settings.ts';
import type { Fix } from '#core/telemetry/common/position.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { FenceState } from '../common/fence-machine.ts';
import { isCoarse, late, sos } from '../common/fix-quality.ts';
import { FenceIndexes } from './fences/fence-index.ts';
import type { Moved } from './live/live-topics.ts';
import { movementReadings } from './movement/late-readings.ts';
import { dropPrivateFixes } from './people/kept-fixes.ts';
import { personModels } from './people/person-models.ts';
import { awayOf, type PlaceChange, placeChangeOf } from './place-change.ts';
import { type DatedSettings, readCompanySettings, settingsAt } from './settings/company-settings.ts';
import { type FenceChange, moveAlong, type StoredFix, type Track } from './track.ts';
import {
  clearOutliers,
  insertFenceEvents,
  insertPositions,
  loadTracks,
  type PlaceOfDevice,
  recordDue,
  upsertPlaces,
  writeFenceStates,
} from './track-rows.ts';

type OfDevice<T> = T & { device: number };
/** The rows that a batch writes. */
type Rows = {
  positions: OfDevice<StoredFix>[];
  cleared: OfDevice<{ time: number }>[];
  places: PlaceOfDevice[];
  fences: OfDevice<{ fence: number; state: FenceState | null }>[];
  events: OfDevice<FenceChange & { company: number }>[];
  due: OfDevice<{ from: number }>[];
  /** The time of the first position of each device that is new or cleared. */
  changed: Map<number, number>;
  /** The properties that rules need. */
  changes: Map<number, PlaceChange>;
};

type SettingsByCompany = ReadonlyMap<number, DatedSettings>;

const changesOfBatch = new WeakMap<TelemetryBatch, ReadonlyMap<number, PlaceChange>>();

/** The changes of device positions by a batch, for listeners of its transaction. */
export const placeChanges = (batch: TelemetryBatch): ReadonlyMap<number, PlaceChange> =>
  changesOfBatch.get(batch) ?? new Map();

/** A record of due segments covers positions for this long. The segments wait for them: `settledSeconds`. */
const recordEveryMs = 5000;

/** Stores the positions of each batch in its transaction, and moves the devices through the geofences. */
export class PositionWriter {
  private readonly kit: Kit;
  private readonly indexes = new FenceIndexes();
  private readonly tracks = new Map<number, { track: Track; fenceVersion: number }>();
  private readonly notedDue = new Map<number, { from: number; at: number }>();

  constructor(kit: Kit) {
    this.kit = kit;
  }

  clearCache = (): void => this.tracks.clear();

  /** The tracks in memory are ahead of the database. */
  forget = (devices: readonly number[]): void => {
    for (const id of devices) this.tracks.delete(id);
  };

  /** Forgets the tracks whose positions were deleted, also if the signal was lost. */
  reconcile = async (): Promise<void> => {
    const ids = [...this.tracks.keys()];
    if (ids.length === 0) return;
    const { rows } = await inSystem(this.kit.telemetry.db, (tx) =>
      sql<{ id: number }>`SELECT t.id FROM unnest(${ids}::integer[]) AS t (id)
         WHERE NOT EXISTS (SELECT FROM device_place p WHERE p.device_id = t.id)`.execute(tx),
    );
    this.forget(rows.map(({ id }) => id));
  };

  write = async (tx: Tx, batch: TelemetryBatch): Promise<() => void> => {
    const fixes = new Map<number, Fix[]>();
    for (const { d, p = [] } of batch.positions) fixes.set(d, [...(fixes.get(d) ?? []), ...p]);
    const readings = movementReadings(this.kit.apps, batch);
    const keptForHelp = await dropPrivateFixes(this.kit, tx, batch, fixes);
    if (fixes.size === 0 && readings.size === 0) return () => undefined;
    // Batches that lock rows in the same order cannot deadlock.
    const devices = [...fixes.keys()].sort((a, b) => a - b);
    const settings = await this.load(tx, batch, devices);
    const rows = this.move(batch, devices, fixes, settings);
    this.addDue(rows, readings);
    for (const stored of rows.positions) if (keptForHelp.get(stored.device)?.has(stored.fix.time)) stored.flags |= sos;
    await store(tx, rows);
    changesOfBatch.set(batch, rows.changes);
    return () => {
      for (const { device, from } of rows.due) this.notedDue.set(device, { from, at: performance.now() });
      this.publish(batch, rows);
    };
  };

  /** Loads geofences and tracks, and returns the settings of the companies. */
  private async load(tx: Tx, batch: TelemetryBatch, devices: readonly number[]): Promise<SettingsByCompany> {
    // Readings without positions move nothing.
    if (devices.length === 0) return new Map();
    const companies = [...new Set(devices.flatMap((id) => batch.device(id)?.companyId ?? []))];
    const settings = await readCompanySettings(tx, companies);
    await this.indexes.load(tx, companies);
    // An edited geofence has changed the states of devices.
    const missingIn = () =>
      devices.filter((id) => {
        const known = this.tracks.get(id);
        return !known || known.fenceVersion !== this.versionOf(batch, id);
      });
    // While it reads some tracks, others may be forgotten.
    for (let missing = missingIn(); missing.length > 0; missing = missingIn())
      for (const [id, track] of await loadTracks(tx, missing))
        this.tracks.set(id, { track, fenceVersion: this.versionOf(batch, id) });
    return settings;
  }

  private versionOf = (batch: TelemetryBatch, id: number): number =>
    this.indexes.of(batch.device(id)?.companyId ?? 0).version;

  private move(
    batch: TelemetryBatch,
    devices: readonly number[],
    fixes: ReadonlyMap<number, Fix[]>,
    settings: SettingsByCompany,
  ): Rows {
    const now = Date.now();
    const rows: Rows = {
      positions: [],
      cleared: [],
      places: [],
      fences: [],
      events: [],
      due: [],
      changed: new Map(),
      changes: new Map(),
    };
    for (const id of devices) {
      const device = batch.device(id);
      const track = this.tracks.get(id)?.track;
      if (!device || !track || device.maxSpeed === null) continue;
      const company = settingsAt(settings.get(device.companyId) ?? [], now);
      const model = {
        maxSpeed: device.maxSpeed,
        intervalSeconds: device.reporting.movingSeconds,
        stop: stopSettings(settingsInForce({ ...device.keptSettings, company })),
      };
      const index = this.indexes.of(device.companyId);
      const step = moveAlong(track, fixes.get(id) ?? [], model, index);
      const change = placeChangeOf(track, step, index);
      if (change) rows.changes.set(id, change);
      for (const stored of step.positions) rows.positions.push({ device: id, ...stored });
      for (const time of step.cleared) rows.cleared.push({ device: id, time });
      if (step.moved && track.place) rows.places.push(placeOf(id, track, track.place));
      for (const fence of [...step.fences].sort((a, b) => a - b))
        rows.fences.push({ device: id, fence, state: track.fences.get(fence) ?? null });
      for (const change of step.changes) rows.events.push({ device: id, company: device.companyId, ...change });
      rows.changed.set(id, Math.min(...step.positions.map(({ fix }) => fix.time), ...step.cleared));
    }
    return rows;
  }

  /** The segments of devices are due from the first of their new positions and readings on. */
  private addDue(rows: Rows, readings: ReadonlyMap<number, number>): void {
    for (const device of new Set([...rows.changed.keys(), ...readings.keys()])) {
      const from = Math.min(
        rows.changed.get(device) ?? Number.POSITIVE_INFINITY,
        readings.get(device) ?? Number.POSITIVE_INFINITY,
      );
      if (this.isNewlyDue(device, from)) rows.due.push({ device, from });
    }
  }

  /** Segments are computed some seconds after a record; positions that arrive meanwhile need no further record. */
  private isNewlyDue(device: number, from: number): boolean {
    const noted = this.notedDue.get(device);
    return Number.isFinite(from) && (!noted || from < noted.from || performance.now() - noted.at > recordEveryMs);
  }

  private publish(batch: TelemetryBatch, rows: Rows): void {
    const { live } = this.kit;
    if (rows.places.length > 0 && live.wanted('positions'))
      for (const { companyId, ...data } of movedIn(batch, rows.places))
        live.publish({ topic: 'positions', type: 'moved', companyId, data });
    for (const { device, fix, flags } of rows.positions) {
      const topic = `device:${device}`;
      if (flags & late || !live.wanted(topic)) continue;
      const { companyId = null, hardwareId = 0 } = batch.device(device) ?? {};
      // Everyone who may see a device is notified; they request the position of a person, which is recorded.
      const isPerson = personModels(this.kit.apps).has(hardwareId);
      const data = isPerson ? { id: device } : { id: device, flags, ...fix };
      live.publish({ topic, type: isPerson ? 'moved' : 'position', companyId, data });
    }
  }
}

/** Where devices have moved, each once. */
function movedIn(batch: TelemetryBatch, places: Rows['places']): Iterable<Moved & { companyId: number }> {
  const moved = places.flatMap(({ device }) => {
    const { companyId, app, structureId } = batch.device(device) ?? {};
    return companyId === undefined || app === undefined ? [] : { companyId, app, structureId: structureId ?? null };
  });
  return new Map(moved.map((one) => [`${one.companyId} ${one.app} ${one.structureId}`, one])).values();
}

const placeOf = (device: number, { suspect, standing }: Track, place: Fix): PlaceOfDevice => ({
  device,
  place,
  coarse: isCoarse(place),
  suspect,
  standing,
  away: awayOf({ place, standing }),
});

async function store(tx: Tx, rows: Rows): Promise<void> {
  const { positions, cleared, places, fences, events, due } = rows;
  if (positions.length > 0) await insertPositions(tx, positions);
  if (cleared.length > 0) await clearOutliers(tx, cleared);
  if (places.length > 0) await upsertPlaces(tx, places);
  if (fences.length > 0) await writeFenceStates(tx, fences);
  if (events.length > 0) await insertFenceEvents(tx, events);
  if (due.length > 0) await recordDue(tx, due);
}
