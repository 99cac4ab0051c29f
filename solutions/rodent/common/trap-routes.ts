import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { location } from '#platform/common/validation/validation.ts';
import { trapFields } from './trap.ts';
import { findings } from './visits/visit-line.ts';

const named = z.object({ id: z.number(), name: z.string() });
export const trapStates = ['armed', 'sprung'] as const;

/** Why somebody has to go to a trap. */
export const trapNeeds = ['sprung', 'full', 'displaced', 'silent', 'battery'] as const;

export const trapRow = trapFields.extend({
  /** That of its device. */
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  structure: named.nullable(),
  floor: named.nullable(),
  space: named.nullable(),
  state: z.enum(trapStates),
  /** Since when; null if it has not reported any. */
  since: z.string().nullable(),
  lastHitAt: z.string().nullable(),
  /** When somebody last looked at it on a visit, and what they found. */
  lastVisitAt: z.string().nullable(),
  lastFinding: z.enum(findings).nullable(),
  /** Activations of the last 28 days, without those that were false or service. */
  hits: z.number(),
  battery: z.number().nullable(),
  /** It has missed three reports. */
  silent: z.boolean(),
  /** It holds as many catches as it can since its last service. */
  full: z.boolean(),
  needsHand: z.boolean(),
  needs: z.array(z.enum(trapNeeds)),
});
export type Trap = z.infer<typeof trapRow>;

/** What the list of devices shows of a trap. */
export const trapFacts = trapRow.pick({
  ...({ id: true, number: true, zone: true, kind: true, lure: true, state: true, since: true } as const),
  ...({ hits: true, lastHitAt: true, lastVisitAt: true, needs: true } as const),
});
export type TrapFacts = z.infer<typeof trapFacts>;

/** A site with traps, and how they are. */
const trapSite = named.extend({
  companyId: z.number(),
  location: location().nullable(),
  traps: z.number(),
  sprung: z.number(),
  silent: z.number(),
  /** Of the app, as far as the caller may read them. */
  openAlarms: z.number(),
});
export type TrapSite = z.infer<typeof trapSite>;

const trapList = {
  search: ['name'],
  filter: ['id', 'structureId', 'zone', 'kind', 'state', 'needsHand'],
  valuesOnly: ['id', 'structureId', 'zone', 'kind', 'state', 'needsHand'],
  sort: ['number', 'name', 'lastHitAt', 'lastVisitAt', 'hits', 'battery'],
  defaultSort: ['number', 'asc'],
} as const satisfies ListSpec;

/** Traps that are installed. */
export const trapRoutes = {
  list: route.list('/trap', { access: canDo('rodent.device', 'read'), tokens: true, reply: trapRow, list: trapList }),
  /** The sites with traps that the caller sees. */
  sites: route.list('/metadata/structures', {
    access: canDo('rodent.device', 'read'),
    reply: trapSite,
    list: { search: ['name'], sort: ['name'], defaultSort: ['name', 'asc'] },
  }),
  /** All traps that the caller sees, for columns of the list of devices. */
  facts: route.get('/trap/facts', { access: canDo('rodent.device', 'read'), reply: z.array(trapFacts) }),
  /** Operators change the lure, people who may change the device everything. */
  update: route.patch('/trap/{id}', {
    access: canDo('rodent.trap', 'update'),
    body: trapFields.partial(),
    reply: trapRow,
  }),
};
