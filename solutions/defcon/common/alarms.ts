import { z } from 'zod';
import type { AlarmClass, AlarmKind } from '#core/alarms/common/manifest.ts';
import { standard } from '#core/alarms/common/standard-actions.ts';
import { id } from '#platform/common/validation/validation.ts';
import { intrusionKinds, noticedKinds, troubleKinds } from './codes/kinds.ts';
import { closedIncidentPage, incidentPage } from './incidents/pages.ts';
import { verifications } from './police/request.ts';

/** The class of what panels report of people and dangers. */
export const ofIncidents = 'intrusion';
/** The class of what is wrong with panels. */
export const ofTroubles = 'status';

export const outcomes = ['genuine', 'attempted', 'handled', 'no-trace', 'test', 'duplicate'] as const;
export const falseCauses = ['user-error', 'pet', 'weather', 'equipment', 'installer', 'power', 'unknown'] as const;
/** What a comment says of what was done. */
export const marks = [
  ...(['called', 'no-answer', 'code-ok', 'code-wrong', 'guard-sent', 'on-the-way', 'arrived'] as const),
  ...(['verified-video', 'verified-voice', 'photo', 'step-done'] as const),
  ...(['dispatched', 'on-scene', 'handed-back', 'stand-down'] as const),
] as const;

const {
  terminate,
  reject,
  'take-over': takeOver,
  ...others
} = standard('acknowledge', 'take-over', 'comment', 'terminate', 'reject', 'escalate-user');
/** The cause says enough about a false alarm. */
const { comment: _, ...rejectWithCause } = reject;

/** What is urgent is taken by somebody before it is closed. */
const takenFirst = { upToRank: 2, error: 'not-taken' };

/** What panels report of people and dangers. Clearing never ends it: somebody has to say what it was. */
export const intrusionClass = {
  path: '/alarm/intrusion',
  page: incidentPage,
  historyPage: closedIncidentPage,
  marks,
  markedBy: {
    'handed-back': ['monitor', 'hq', 'local'],
    'stand-down': ['monitor'],
    dispatched: ['hq', 'local'],
    'on-scene': ['hq', 'local'],
  },
  parties: ['owner', 'monitor', 'tenant', 'hq', 'local'],
  deskErrors: { hq: 'with-police', local: 'with-police' },
  queue: true,
  seenBy: { appRoles: ['responder'], only: 'escalated' },
  actions: {
    ...others,
    /** Operators of the security company may only when its holder has left it alone for some time. */
    'take-over': { ...takeOver, ownControl: ['monitor'] },
    terminate: {
      ...terminate,
      takenFirst,
      comment: { field: 'outcome', is: ['genuine'] },
      body: z.object({ outcome: z.enum(outcomes, 'Required') }),
      fields: { outcome: { kind: 'choice', options: outcomes } },
    },
    /** Gives the incident to the police; a headquarters forwards it to one of its stations. */
    'escalate-police': {
      key: 'p',
      confirm: true,
      event: 'police-called',
      notBy: ['tenant', 'local'],
      ownControl: ['owner', 'hq'],
      body: z.object({ verified: z.enum(verifications).optional(), stationId: id().optional() }),
      fields: { verified: { kind: 'choice', options: verifications, optional: true } },
    },
    /** A false alarm. */
    reject: {
      ...rejectWithCause,
      takenFirst,
      notBy: ['local'],
      body: z.object({ cause: z.enum(falseCauses, 'Required') }),
      fields: { cause: { kind: 'choice', options: falseCauses } },
    },
  },
} as const satisfies AlarmClass;

/** 1 is the most urgent. */
const ranks: Readonly<Record<IntrusionKind | TroubleKind, number>> = {
  'hold-up': 1,
  duress: 1,
  panic: 1,
  fire: 1,
  gas: 1,
  medical: 1,
  intrusion: 2,
  tamper: 2,
  unclassified: 2,
  water: 3,
  technical: 3,
  'entry-exit-error': 3,
  'arm-failed': 3,
  'late-to-arm': 3,
  'open-outside-schedule': 3,
  'forced-arm': 3,
  'wrong-code': 3,
  'panel-tamper': 4,
  'mains-lost': 4,
  'battery-low': 4,
  'battery-missing': 4,
  fault: 4,
  'zone-missing': 4,
  'zone-swinging': 4,
  'siren-fault': 4,
  'path-lost': 4,
  'panel-offline': 3,
  'wrong-key': 3,
  unencrypted: 3,
  'clock-wrong': 3,
  flooding: 3,
  'no-test': 4,
  'permit-expiring': 4,
  'monitoring-lapsed': 4,
  'contract-ending': 4,
};

/** Kinds about the equipment; `panel-tamper` is a tamper while the group is disarmed. */
const statusKinds = [...troubleKinds, ...noticedKinds, 'panel-tamper'] as const;
type IntrusionKind = (typeof intrusionKinds)[number];
export type TroubleKind = (typeof statusKinds)[number];
export type PanelAlarmKind = IntrusionKind | TroubleKind;

const ofClass = (name: string, kinds: readonly PanelAlarmKind[]): Record<string, AlarmKind> =>
  Object.fromEntries(kinds.map((kind) => [kind, { class: name, rank: ranks[kind] }]));
export const alarms = { ...ofClass('intrusion', intrusionKinds), ...ofClass('status', statusKinds) };

const troubles: ReadonlySet<string> = new Set(statusKinds);
export const isTrouble = (kind: PanelAlarmKind): kind is TroubleKind => troubles.has(kind);

/** Kinds that no test mode of zones and no cancellation by a user touches. */
export const isGravest = (kind: PanelAlarmKind): boolean => ranks[kind] === 1;

export const rankOf = (kind: PanelAlarmKind): number => ranks[kind];
/** 1 and 2 are problems, 3 is poor, 4 is information. */
export const severityOf = (rank: number): 'problem' | 'poor' | 'ok' =>
  rank <= 2 ? 'problem' : rank === 3 ? 'poor' : 'ok';
