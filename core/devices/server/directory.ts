import { sql } from 'kysely';
import type { z } from 'zod';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { connectedAs } from '../common/connection.ts';
import type { HardwareModel, SensorType } from '../common/manifest.ts';
import { type KeptSettings, keptSettingsOf, type SettingsByPlace } from '../common/models/kept-settings.ts';
import { maxSpeedOf } from '../common/models/max-speed.ts';
import { commonAttributes } from '../common/models/model-events.ts';
import { expectedInterval, type Reporting, reportingOf, usualInterval } from '../common/models/reporting.ts';
import { settingsOfDevice } from './config.ts';
import { sensorRegistry } from './sensors.ts';
import { enteredPaths, type PathsOfDevice, pathsOfDevice, secondsOfPaths } from './silence/device-paths.ts';

/** The properties of a device that ingestion needs, cached in memory. */
export type CachedDevice = PathsOfDevice & {
  id: number;
  companyId: number;
  app: string;
  solutionId: number;
  hardwareId: number;
  structureId: number | null;
  templateVersionId: number | null;
  name: string;
  /** Suspended or removed: it may not connect. */
  cutOff: boolean;
  battery: number | null;
  /** How often it reports, as its model and its template have it. */
  reporting: Reporting;
  /** How long it may be silent in seconds; null: as its reporting has it. */
  supervisionSeconds: number | null;
  /** Null if its model has no channels. */
  channels: ChannelsOfDevice | null;
  /** Its last known motion; null if it has reported none. */
  moving: boolean | null;
  /** When that was measured, in milliseconds since 1970; 0 without. */
  movingAt: number;
  /** The highest speed in km/h that its positions may imply; null if its model reports no positions. */
  maxSpeed: number | null;
  /** People wear it: refused messages are stored without their content. */
  tracksPerson: boolean;
  /** The kinds of events that its model reports, with the shape of their data. */
  events: ReadonlyMap<string, z.ZodObject>;
  /** The keys of the attributes that rules may watch. */
  attributes: ReadonlySet<string>;
  /** When the token is active, in milliseconds since 1970. Readings outside are stored but not shown. */
  activeFrom: number;
  activeTo: number;
  sensors: ReadonlyMap<string, SensorType>;
  /** The settings that the platform applies for it, as its model and its template have them. */
  keptSettings: Omit<SettingsByPlace, 'company'>;
};

/** The keys of the sensors that its channels have, and the channels that have reported. */
type ChannelsOfDevice = { sensors: ReadonlySet<string>; names: Set<string> };

type Row = Omit<
  CachedDevice,
  | 'sensors'
  | 'reporting'
  | keyof PathsOfDevice
  | 'channels'
  | 'maxSpeed'
  | 'tracksPerson'
  | 'events'
  | 'attributes'
  | 'activeFrom'
  | 'activeTo'
  | 'keptSettings'
> & {
  keptSettings: KeptSettings;
  ownPaths: [line: string, seconds: number][];
  reportEverySeconds: number;
  sensorIds: number[];
  channelNames: string[];
  activationAt: string | null;
  expirationAt: string | null;
  hasToken: boolean;
  tokenBlocked: boolean;
};

const cacheMs = 60_000;

/** A cache of devices by id. Entries are read in bulk and dropped when the device changes or after a minute. */
export class DeviceDirectory {
  private readonly cache = new Map<number, { device: CachedDevice; until: number }>();
  private readonly keptByModel: ReadonlyMap<number, KeptSettings>;
  private readonly models: ReadonlyMap<number, HardwareModel>;
  private readonly eventsByModel: ReadonlyMap<number, CachedDevice['events']>;
  private readonly attributesByModel: ReadonlyMap<number, CachedDevice['attributes']>;
  private readonly sensorMaps = new Map<string, ReadonlyMap<string, SensorType>>();
  private readonly kit: Kit;
  private readonly stop: () => void;

  constructor(kit: Kit) {
    this.kit = kit;
    this.keptByModel = new Map(
      kit.apps.flatMap(({ hardware = [] }) => hardware.map((model) => [model.id, keptSettingsOf(model)] as const)),
    );
    this.models = new Map(kit.apps.flatMap(({ hardware = [] }) => hardware.map((model) => [model.id, model] as const)));
    this.eventsByModel = new Map(
      kit.apps.flatMap(({ hardware = [] }) =>
        hardware.flatMap(({ id, events }) => (events ? [[id, new Map(Object.entries(events))] as const] : [])),
      ),
    );
    this.attributesByModel = new Map(
      kit.apps.flatMap(({ hardware = [] }) =>
        hardware.map(
          ({ id, attributes }) => [id, new Set(Object.keys({ ...commonAttributes, ...attributes }))] as const,
        ),
      ),
    );
    this.stop = kit.signals.on('device.changed', ({ id }) => void this.cache.delete(id));
  }

  close(): void {
    this.stop();
  }

  clear(): void {
    this.cache.clear();
  }

  peek(id: number): CachedDevice | undefined {
    return this.cache.get(id)?.device;
  }

  async one(id: number): Promise<CachedDevice | undefined> {
    await this.load([id]);
    return this.peek(id);
  }

  /** Reads the devices that are not cached, in one statement. */
  async load(ids: Iterable<number>): Promise<void> {
    // A monotonic clock: entries must not live longer when the system clock is set back.
    const now = performance.now();
    const missing = [...new Set(ids)].filter((id) => (this.cache.get(id)?.until ?? -1) < now);
    if (missing.length === 0) return;
    const rows = await inSystem(this.kit.telemetry.db, (tx) =>
      sql<Row>`SELECT d.id, d.company_id, d.app, d.solution_id, d.hardware_id, d.structure_id, d.template_version_id, d.name, d.suspended OR d.state = 'removed' AS cut_off, d.battery, ${sql.raw(settingsOfDevice)} AS kept_settings, coalesce(${sql.raw(secondsOfPaths)}, d.supervision_seconds) AS supervision_seconds, d.has_token, d.token_blocked,
                      d.activation_at, d.expiration_at, h.sensors AS sensor_ids, h.report_every_seconds, s.moving, coalesce(extract(epoch FROM s.moving_at)::float8 * 1000, 0) AS moving_at,
                      ARRAY(SELECT DISTINCT c.channel FROM device_channel c WHERE c.device_id = d.id) AS channel_names, ${sql.raw(enteredPaths)} AS own_paths
                 FROM device d JOIN device_hardware h ON h.id = d.hardware_id LEFT JOIN device_state s ON s.device_id = d.id WHERE d.id = ANY (${missing}::integer[])`.execute(
        tx,
      ),
    );
    for (const id of missing) this.cache.delete(id);
    for (const row of rows.rows) this.cache.set(row.id, { device: this.toCachedDevice(row), until: now + cacheMs });
  }

  private toCachedDevice(stored: Row): CachedDevice {
    const {
      sensorIds,
      ownPaths,
      channelNames,
      activationAt,
      expirationAt,
      hasToken,
      tokenBlocked,
      reportEverySeconds,
      ...row
    } = stored;
    const model = this.models.get(row.hardwareId);
    const usable = hasToken && !tokenBlocked && activationAt !== null;
    return {
      ...row,
      reporting: reportingOf(model ?? { reportEverySeconds }, row.keptSettings),
      ...pathsOfDevice(ownPaths, model),
      channels: model?.channels ? { sensors: new Set(model.channels), names: new Set(channelNames) } : null,
      keptSettings: { model: this.keptByModel.get(row.hardwareId) ?? {}, template: row.keptSettings },
      activeFrom: usable ? Date.parse(activationAt) : Number.POSITIVE_INFINITY,
      activeTo: usable && expirationAt !== null ? Date.parse(expirationAt) : usable ? Number.POSITIVE_INFINITY : 0,
      maxSpeed: model ? maxSpeedOf(model) : null,
      tracksPerson: model?.positions?.person !== undefined,
      events: this.eventsByModel.get(row.hardwareId) ?? new Map(),
      attributes: this.attributesByModel.get(row.hardwareId) ?? new Set(),
      sensors: this.sensorsOf(sensorIds),
    };
  }

  // Thousands of devices share a few models: one map for each combination of sensors.
  private sensorsOf(ids: readonly number[]): ReadonlyMap<string, SensorType> {
    const key = ids.join();
    let map = this.sensorMaps.get(key);
    if (!map) {
      const { byId, common } = sensorRegistry(this.kit.apps);
      const all = [...common, ...ids.flatMap((id) => byId.get(id) ?? [])];
      map = new Map(all.map((sensor) => [sensor.key, sensor]));
      this.sensorMaps.set(key, map);
    }
    return map;
  }
}

/** The seconds within which a device is expected to report again, by its last known motion. */
export const intervalOf = ({ reporting, moving }: Pick<CachedDevice, 'reporting' | 'moving'>): number =>
  expectedInterval(reporting, moving);

export const activeAt = (device: CachedDevice, time: number): boolean =>
  time >= device.activeFrom && time < device.activeTo;

/** Updates the table of hardware models from the manifests. */
export async function updateHardware(kit: Kit): Promise<void> {
  const sensors = sensorRegistry(kit.apps);
  const models = kit.apps.flatMap((app) => (app.hardware ?? []).map((model) => ({ app: app.id, ...model })));
  for (const { id, sensors: own, channels = [] } of models)
    for (const key of channels)
      if (!own.includes(key)) throw new Error(`channels of hardware ${id} name ${key}, which is none of its sensors`);
  const rows = models.map((model) => ({
    id: model.id,
    app: model.app,
    solutionId: model.solution,
    nameEn: model.name.en,
    nameAr: model.name.ar,
    reportEverySeconds: usualInterval(model),
    connectivity: model.connectivity ?? 'session',
    sensors: model.sensors.map((key) => {
      const sensor = sensors.named(model.app, key);
      if (!sensor) throw new Error(`hardware ${model.id} names the unknown sensor ${key}`);
      return sensor.id;
    }),
  }));
  if (rows.length === 0) return;
  await inSystem(kit.db, async (tx) => {
    const before = await tx.selectFrom('deviceHardware').select(['id', 'connectivity']).execute();
    await tx
      .insertInto('deviceHardware')
      .values(rows as never)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          app: row.ref('excluded.app'),
          solutionId: row.ref('excluded.solutionId'),
          nameEn: row.ref('excluded.nameEn'),
          nameAr: row.ref('excluded.nameAr'),
          sensors: row.ref('excluded.sensors'),
          reportEverySeconds: row.ref('excluded.reportEverySeconds'),
          connectivity: row.ref('excluded.connectivity'),
        })),
      )
      .execute();
    for (const { id, connectivity } of rows)
      if (before.some((known) => known.id === id && known.connectivity !== connectivity))
        await tx
          .updateTable('device')
          .set({ connection: connectedAs(connectivity) })
          .where('hardwareId', '=', id)
          .where('connection', '<>', 'offline')
          .execute();
  });
}
