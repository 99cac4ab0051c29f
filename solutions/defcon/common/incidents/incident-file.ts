import { z } from 'zod';
import { type AlarmDetail, dispositions } from '#core/alarms/common/alarm.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { intrusionClass } from '../alarms.ts';
import { panelEventRow } from '../panel/event.ts';
import { groupStates, services, testScopes } from '../panel/words.ts';
import { police } from '../police/premises.ts';
import { shownPremisesFile } from '../premises/premises-file.ts';

export const confirmations = ['none', 'sequential', 'verified'] as const;

const named = z.object({ id: z.number(), name: z.string() });
const ofPanel = named.extend({
  serial: z.string(),
  service: z.enum(services),
  connection: z.string(),
  testUntil: z.string().nullable(),
  testScope: z.enum(testScopes).nullable(),
  policeResponse: z.boolean(),
  permitNo: z.string().nullable(),
});

/** An event of the incident: a hit, or what restored it. */
const incidentHit = panelEventRow.omit({ data: true, alarmId: true }).extend({
  isHit: z.boolean(),
  detector: z.string().nullable(),
  deviceId: z.number().nullable(),
  /** What the panel has sent of it. */
  photos: z.array(z.object({ id: z.number() })),
  /** Addresses of pictures that the panel names. Nobody has checked what is there. */
  links: z.array(z.string()),
});
export type IncidentHit = z.infer<typeof incidentHit>;

const earlierIncident = z.object({
  id: z.number(),
  kind: z.string(),
  firstAt: z.string(),
  disposition: z.enum(dispositions),
  /** What the action that closed it stated. */
  outcome: z.record(z.string(), z.json()).nullable(),
});

/** What somebody who handles an incident must know, without looking anything up elsewhere. */
export const incidentFile = z.object({
  alarmId: z.number(),
  kind: z.string(),
  /** 1 is the most urgent. */
  rank: z.number(),
  firstAt: z.string(),
  panel: ofPanel.nullable(),
  /** The number of the group in which it happened. */
  groupNumber: z.number().nullable(),
  groups: z.array(
    z.object({
      id: z.number(),
      number: z.number(),
      name: z.string().nullable(),
      state: z.enum(groupStates),
      stateAt: z.string().nullable(),
    }),
  ),
  /** The oldest first; at most 500. */
  hits: z.array(incidentHit),
  confirmed: z.enum(confirmations),
  /** The person at the panel who said that it was a mistake: a name, or the number of the slot. */
  cancelled: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  site: named
    .extend({ address: z.string(), location: z.object({ lat: z.number(), lng: z.number() }).nullable() })
    .nullable(),
  /** Null if the site has none. Code words are not in it. */
  premises: shownPremisesFile.nullable(),
  station: police.nullable(),
  headquarters: police.nullable(),
  /** Whether the headquarters takes incidents from customers themselves. */
  acceptsCustomers: z.boolean(),
  /** Until when the caller cannot take it over, because its holder works on it; null if nobody does. */
  heldUntil: z.string().nullable(),
  /** The incidents of the panel in the twelve months before this one, the newest first; at most 50. */
  earlier: z.array(earlierIncident),
  /** The false alarms of the site in the twelve months until now. */
  falseAlarms: z.number(),
});
export type IncidentFile = z.infer<typeof incidentFile>;

/** What the PDF of an incident lays out. */
export type PrintedIncident = {
  file: IncidentFile;
  /** The photos of its hits, as data addresses. */
  photos: { hitId: number; picture: string }[];
  company: string;
  /** The time zone of the site, in which the times are. */
  zone: string;
  madeAt: string;
  handling: Pick<
    AlarmDetail,
    'subject' | 'severity' | 'condition' | 'disposition' | 'outcome' | 'closedAt' | 'acknowledgedBy' | 'escalatedTo'
  >;
  steps: Pick<AlarmDetail['events'][number], 'id' | 'at' | 'action' | 'actor' | 'text' | 'data'>[];
};

/** How the queue stands, and whether silence means that all is quiet. */
const queueState = z.object({
  /** Of each rank with open incidents, the most urgent first. */
  ranks: z.array(
    z.object({
      rank: z.number(),
      open: z.number(),
      /** Those that wait for one of the caller's companies to take them. */
      unacknowledged: z.number(),
      /** The newest of these. */
      newest: z.object({ id: z.number(), kind: z.string(), name: z.string(), at: z.string() }).nullable(),
    }),
  ),
  /** The panels in service, and how many of them are heard now. */
  panels: z.object({ inService: z.number(), supervised: z.number() }),
  /** When any of them was heard last. */
  lastSignalAt: z.string().nullable(),
});
export type QueueState = z.infer<typeof queueState>;

/** A plan of the site with the zones of the panel that are on it. */
const incidentPlan = z.object({
  id: z.number(),
  name: z.string(),
  /** Changes with the picture. */
  fileId: z.number(),
  /** Width by height. */
  ratio: z.number(),
  zones: z.array(
    z.object({
      number: z.number(),
      name: z.string().nullable(),
      /** As fractions of width and height. */
      x: z.number(),
      y: z.number(),
      /** Degrees clockwise. */
      turn: z.number(),
      /** Its corners relative to the position, before the turn, in widths of the picture; null for a mark. */
      outline: z.array(z.object({ x: z.number(), y: z.number() })).nullable(),
      /** When it was hit last in the incident; null if it was not. */
      hitAt: z.string().nullable(),
    }),
  ),
});
export type IncidentPlan = z.infer<typeof incidentPlan>;

const one = `${intrusionClass.path}/{id}` as const;
const picture = { access: canDo('defcon.intrusion-alarm', 'read'), reply: z.unknown(), raw: true } as const;
const entity = 'defcon.intrusion-alarm';

export const incidentRoutes = {
  queue: route.get(`${intrusionClass.path}/queue`, { access: canDo(entity, 'read'), reply: queueState }),
  file: route.get(`${one}/incident`, { access: canDo(entity, 'read'), reply: incidentFile }),
  /** The plans of the site on which zones of the panel are, those with a hit first. */
  plans: route.get(`${one}/plan`, { access: canDo(entity, 'read'), reply: z.array(incidentPlan) }),
  planImage: route.get(`${one}/plan/{layoutId}/image`, picture),
  photo: route.get(`${one}/photo/{photoId}`, picture),
  /** The code word of a contact, for somebody who may close the incident. Each reading is in the timeline. */
  codeWord: route.post(`${one}/code-word`, {
    access: canDo(entity, 'terminate'),
    body: z.object({ contactId: id() }),
    reply: z.object({ codeWord: z.string() }),
    status: 200,
    limitPerMinute: 20,
    limitBy: 'person',
  }),
  /** The file with its timeline as PDF. */
  print: route.post(`${one}/print`, {
    access: canDo(entity, 'read'),
    body: z.object({ language: z.enum(['en', 'ar']) }),
    reply: z.object({ id: z.number(), companyId: z.number() }),
    idempotent: true,
  }),
};
