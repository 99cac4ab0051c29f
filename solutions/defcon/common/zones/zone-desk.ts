import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, location } from '#platform/common/validation/validation.ts';
import { panel } from '../panel/panel.ts';
import { detectors, groupStates, reactions } from '../panel/words.ts';
import { zoneRow } from '../panel/zone.ts';

/** What state a zone is in, the gravest first. */
export const zoneConditions = ['tamper', 'fault', 'missing', 'bypassed', 'open', 'normal'] as const;
export type ZoneCondition = (typeof zoneConditions)[number];
/** The police has no panels to look after. */
const access: AccessRule = {
  ...panel.can('read'),
  notCompanyTypes: ['HQ Police Station', 'Local Police Station'],
};

/** As what the caller sees a zone: of an own panel, of one that it watches, or as its tenant, who sees nothing else of the panel. */
export const zoneSides = ['owner', 'watcher', 'tenant'] as const;

const named = z.object({ id: z.number(), name: z.string() });
const deskRow = zoneRow.extend({
  condition: z.enum(zoneConditions),
  panel: named,
  structure: named.nullable(),
  side: z.enum(zoneSides),
});
export type DeskZone = z.infer<typeof deskRow>;
const zoneDetail = deskRow.extend({
  /** The groups with which it is armed. Not for a tenant. */
  groupsOfZone: z.array(z.object({ number: z.number(), name: z.string().nullable(), state: z.enum(groupStates) })),
  /** How often it has set off an incident in the last 30 days, and when last; for a tenant since its assignment began. */
  hits: z.number(),
  lastHitAt: z.string().nullable(),
});
export type ZoneDetail = z.infer<typeof zoneDetail>;

export const zoneDeskList = {
  search: ['name', 'number'],
  filter: ['panelId', 'structureId', 'condition', 'detector', 'reaction'],
  valuesOnly: ['panelId', 'structureId', 'condition', 'detector', 'reaction'],
  sort: ['name', 'changedAt', 'id'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

const counts = { devices: z.number(), open: z.number(), trouble: z.number() };
const countOfStructure = z.object({
  /** Null for panels without a site. */
  structureId: z.number().nullable(),
  name: z.string().nullable(),
  ...counts,
  panels: z.array(named.extend(counts)),
});
export type CountOfStructure = z.infer<typeof countOfStructure>;

const structureOfPanels = named.extend({
  panels: z.number(),
  /** The panels with an armed group. */
  armed: z.number(),
  /** Of people and dangers, as far as the caller may read them. */
  openAlarms: z.number(),
  location: location().nullable(),
});
export type StructureOfPanels = z.infer<typeof structureOfPanels>;

const kit = named.extend({
  items: z.array(z.object({ hardwareId: z.number(), qty: z.number() })),
  /** In US dollars; null: it is not sold alone. */
  price: z.number().nullable(),
});
export type Kit = z.infer<typeof kit>;

/** The most structures and panels of `params`. */
export const mostChoices = 500;
export const zoneDeskRoutes = {
  /** The zones of all panels, own and watched, and those that the caller's company rents. */
  list: route.list('/zone', { access, tokens: true, reply: deskRow, list: zoneDeskList }),
  /** `panelId`: 404 if the zone is of another panel. */
  get: route.get('/zone/{id}', { access, query: z.object({ panelId: id().optional() }), reply: zoneDetail }),
  /** What the filters of zones offer. */
  params: route.get('/device/params', {
    access,
    reply: z.object({
      structures: z.array(named),
      panels: z.array(named.extend({ structureId: z.number().nullable() })),
      conditions: z.array(z.enum(zoneConditions)),
      detectors: z.array(z.enum(detectors)),
      reactions: z.array(z.enum(reactions)),
    }),
  }),
  countByStructure: route.get('/device/count-by-structure', { access, reply: z.array(countOfStructure) }),
  structures: route.get('/metadata/structures', { access, reply: z.array(structureOfPanels) }),
  /** The packages that the market sells for this app, with their contents. */
  kits: route.get('/package-model', { access, reply: z.array(kit) }),
};

export const zonePages: Page[] = [
  page('device/list', { sidebar: 'panels', order: 11, icon: 'door', access }),
  page('device/details/{id}', { access }),
  page('device/panel/{panelId}/details/{id}', { access }),
];
