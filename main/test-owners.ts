/** Records of one company. */
export type Foreign = Record<
  | 'company'
  | 'user'
  | 'structure'
  | 'floor'
  | 'space'
  | 'area'
  | 'device'
  | 'operational'
  | 'status'
  | 'letter'
  | 'group'
  | 'notified'
  | 'asset'
  | 'geofence'
  | 'gateway'
  | 'layout'
  | 'schedule',
  number
> & { session: string };
export type Ids = Partial<Record<string, number | string>>;
/** Whose record an address names. A route that matches none has no known foreign record. */
export const owners: readonly [RegExp, (foreign: Foreign) => Ids][] = [
  [/ \/company\/\{companyId\}\/asset/, (f) => ({ companyId: f.company, id: f.asset })],
  [/ \/layout\/\{id\}/, (f) => ({ id: f.layout })],
  [/ \/notification-scheduler\/\{id\}/, (f) => ({ id: f.schedule })],
  [/ \/lorawan-gateway\/\{id\}/, (f) => ({ id: f.gateway })],
  [/ \/geofence\/\{id\}/, (f) => ({ id: f.geofence })],
  [/ \/company\/\{companyId\}\/area/, (f) => ({ companyId: f.company, id: f.area })],
  [
    / \/company\/\{companyId\}\/structure/,
    (f) => ({ companyId: f.company, id: f.structure, floorId: f.floor, spaceId: f.space }),
  ],
  [/ \/company\/\{id\}/, (f) => ({ id: f.company })],
  [/ \/user\/session\/\{id\}/, (f) => ({ id: f.session })],
  [/ \/user\/\{id\}/, (f) => ({ id: f.user })],
  [/ \/platform\/user\/\{userId\}/, (f) => ({ userId: f.user })],
  [/ \/\w+\/(device|control-unit)\/\{id\}/, (f) => ({ id: f.device })],
  [/ \/\w+\/alarm\/operational\/\{id\}/, (f) => ({ id: f.operational })],
  [/ \/\w+\/alarm\/status\/\{id\}/, (f) => ({ id: f.status })],
  [/ \/telemetry\/dead-letter\/\{id\}/, (f) => ({ id: f.letter })],
  [/ \/\w+\/permissions-group\/\{id\}/, (f) => ({ id: f.group })],
  [/ \/\w+\/notifications-group\/\{id\}/, (f) => ({ id: f.notified })],
];
