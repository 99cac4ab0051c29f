import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { ofIncidents } from '../../common/alarms.ts';
import type { IncidentFile, QueueState } from '../../common/incidents/incident-file.ts';

export const at = '2026-03-01T08:00:00.000Z';
export const mine = { role: 'monitor', mine: true, acknowledgedAt: null, acknowledgedBy: null };

export const alarm: AlarmDetail = {
  ...{ id: 3, companyId: 7, app: 'defcon', class: ofIncidents, kind: 'hold-up', severity: 'problem', rank: 1 },
  ...{ condition: 'active', acknowledged: false, acknowledgedBy: null, disposition: 'open', escalatedTo: null },
  ...{ count: 1, firstAt: at, lastAt: at, clearedAt: null, closedAt: null, closedBySystem: false },
  ...{ subject: { type: 'panel-group', id: 9, name: 'Gold shop' }, device: null, structure: null, sensor: null },
  ...{ value: null, limit: null, rule: null, outcome: null, names: null, desk: mine, events: [], message: null },
  ...{ guidance: null, trigger: null, floor: null, parties: [] },
  party: { role: 'monitor', siteId: null, structure: 'Qasr Mall', devices: ['Gold shop'], untilAt: null },
  actions: ['acknowledge', 'comment', 'terminate', 'reject', 'escalate-user', 'escalate-police'],
};
const hit: IncidentFile['hits'][number] = {
  ...{ id: 5, at: '2026-03-01T08:00:07.000Z', receivedAt: at, late: false, source: 'mqtt', code: 'HA' },
  ...{ qualifier: 'new', group: null, zone: { number: 5, name: 'Counter' }, user: null, text: null, isHit: true },
  ...{ detector: null, deviceId: null, photos: [], links: ['https://photos.test/1.jpg'] },
};
const contact = (id: number, name: string) => ({
  ...{ id, name, position: id, phone: `+971 50 555 010${id}`, language: 'en' as const, duressContact: false },
  ...{ codeWordAt: at, schedule: null, user: null, reachable: true },
});
export const file: IncidentFile = {
  ...{ alarmId: 3, kind: 'hold-up', rank: 1, firstAt: at, panel: null, groupNumber: 1, groups: [], hits: [hit] },
  ...{
    confirmed: 'none',
    cancelled: null,
    station: null,
    headquarters: null,
    acceptsCustomers: false,
    heldUntil: null,
  },
  ...{ earlier: [], falseAlarms: 2, site: { id: 4, name: 'Qasr Mall', address: 'Al Wasl Road', location: null } },
  premises: {
    ...{ structureId: 4, plan: ['Call the shop', 'Send a guard'], accessNotes: 'South entrance', hazards: '' },
    ...{ dogs: false, weapons: false, gas: false, contacts: [contact(1, 'Khalid'), contact(2, 'Layla')] },
  },
};
export const heldByMaha = {
  acknowledged: true,
  acknowledgedBy: { id: 2, name: 'Maha' },
  actions: ['take-over', 'comment'],
};
const newest = (id: number, time = at) => ({ id, kind: 'hold-up', name: 'Gold shop', at: time });
export const waiting = (rank: number, id: number, time?: string) => ({
  ...{ rank, open: 1, unacknowledged: 1, newest: newest(id, time) },
});
export const queueOf = (...ranks: QueueState['ranks']): QueueState => ({
  ...{ ranks, panels: { inService: 3, supervised: 2 }, lastSignalAt: at },
});
export const marina = { id: 8, nameEn: 'Marina Station', nameAr: 'مركز المرسى', phone: null };
