import { z } from 'zod';
import { areaPolygons } from '#core/places/common/area-shape.ts';
import type { AccessRule } from '#platform/common/access.ts';
import type { CompanyType } from '#platform/common/company-kinds.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { email, id, location, personName, phone, requiredText } from '#platform/common/validation/validation.ts';

export const localityKinds = ['headquarters', 'local'] as const;
export const localityStates = ['active', 'inactive'] as const;

/** A police unit with its area: a headquarters, or one of its local stations. */
export const locality = defineEntity('defcon.locality', {
  fields: z.object({
    kind: z.enum(localityKinds),
    /** The headquarters of a local station. */
    hqId: id().nullable(),
    nameEn: requiredText(120),
    nameAr: requiredText(120),
    /** Short and unique, as it stands on reports. */
    code: requiredText(12),
    phone: phone('international').nullable(),
    countryId: id(),
    /** A headquarters that answers for what is in no area of its country. */
    fallback: z.boolean(),
    status: z.enum(localityStates),
  }),
});

export const localityList = {
  search: ['nameEn', 'nameAr', 'code'],
  filter: ['kind', 'hqId', 'status'],
  sort: ['nameEn', 'nameAr', 'code', 'createdAt'],
  defaultSort: ['nameEn', 'asc'],
} as const satisfies ListSpec;

const named = z.object({ id: z.number(), nameEn: z.string(), nameAr: z.string() });
export type NamedLocality = z.infer<typeof named>;

export const shownLocality = locality.row.extend({
  hq: named.nullable(),
  country: z.object({ id: z.number(), name: z.string() }),
  squareMetres: z.number().nullable(),
  /** The premises for which it answers, and the active stations of a headquarters; null for security companies. */
  premises: z.number().nullable(),
  stations: z.number().nullable(),
});
export type ShownLocality = z.infer<typeof shownLocality>;

const shape = z.object({ outer: z.array(location()), holes: z.array(z.array(location())) });
const localityDetail = shownLocality.extend({
  polygons: z.array(shape),
  /** The first administrator; null for those who may not know. */
  admin: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
});
export type LocalityDetail = z.infer<typeof localityDetail>;

const localityBody = locality.fields.omit({ kind: true, hqId: true }).extend({ polygons: areaPolygons });
/** `countryId` of a station is that of its headquarters. */
export const newLocality = localityBody
  .omit({ countryId: true })
  .extend({
    kind: z.enum(localityKinds),
    hqId: id().nullable(),
    countryId: id().nullish(),
    fallback: z.boolean().default(false),
    status: z.enum(localityStates).default('active'),
    adminEmail: email(),
    firstName: personName(),
    lastName: personName(),
    locale: z.enum(['en', 'ar']).default('ar'),
  })
  .refine(({ kind, hqId }) => (kind === 'local') === (hqId !== null), { path: ['hqId'], message: 'invalid' });
/** `moveTo`: the station that takes over what the one that is closed has open. */
export const changedLocality = localityBody.partial().extend({ moveTo: id().nullish() });

/** An area that is being drawn: what it would contain, and what would go where. */
const drawnBody = z.object({ id: id().nullish(), kind: z.enum(localityKinds), polygons: areaPolygons });
const move = z.object({ from: named.nullable(), to: named.nullable(), count: z.number() });
const preview = z.object({
  squareMetres: z.number(),
  /** The premises in it. */
  inside: z.number(),
  /** Null: nobody, or a police of another headquarters. */
  moves: z.array(move),
});
export type Preview = z.infer<typeof preview>;

const piece = z.object({ squareMetres: z.number(), polygons: z.array(shape) });
const coverage = z.object({
  hq: named.extend({ polygons: z.array(shape) }),
  stations: z.array(named.extend({ code: z.string(), status: z.enum(localityStates), polygons: z.array(shape) })),
  /** What of the area of the headquarters is in no station. Null: it could not be computed. */
  gaps: z.array(piece).nullable(),
  overlaps: z.array(piece.extend({ between: z.tuple([z.number(), z.number()]) })).nullable(),
  /** Premises in the area of no station: where they are, not whose they are. */
  uncovered: z.array(
    z.object({ structureId: z.number(), location: location(), basis: z.enum(['headquarters', 'fallback']) }),
  ),
  uncoveredCount: z.number(),
});
export type Coverage = z.infer<typeof coverage>;
/** Smaller gaps and overlaps come from drawing. */
export const leastPiece = 1000;

const police = (action: string, ...companyTypes: CompanyType[]): AccessRule => ({
  or: [{ ...locality.can(action), companyTypes }, { adminTypes: ['Super Admin'] }],
});
/** Other companies than the police, security companies and the platform see none. */
const read = locality.can('read');
export const managesStations = police('create', 'HQ Police Station');
export const seesPolice = police('read', 'HQ Police Station', 'Local Police Station');
export const seesHeadquarters = police('read', 'HQ Police Station');
export const changesPolice = police('update', 'HQ Police Station');
export const createsHeadquarters: AccessRule = { ...locality.can('create'), adminTypes: ['Super Admin'] };

const one = '/police/locality/{id}';
/** An area of 2,000 points. */
const bodyLimit = 512 * 1024;
export const localityRoutes = {
  list: route.list('/police/locality', { access: read, reply: shownLocality, list: localityList }),
  get: route.get(one, { access: read, reply: localityDetail }),
  create: route.post('/police/locality', {
    access: managesStations,
    body: newLocality,
    reply: localityDetail,
    bodyLimit,
  }),
  update: route.put(one, { access: changesPolice, body: changedLocality, reply: localityDetail, bodyLimit }),
  /** The areas of all police of a kind that the caller sees. */
  areas: route.get('/police/area', {
    access: read,
    query: z.object({ kind: z.enum(localityKinds) }),
    reply: z.array(
      named.extend({ hqId: z.number().nullable(), status: z.enum(localityStates), polygons: z.array(shape) }),
    ),
  }),
  coverage: route.get(`${one}/coverage`, { access: seesHeadquarters, reply: coverage }),
  preview: route.post('/police/area-preview', {
    access: managesStations,
    body: drawnBody,
    reply: preview,
    status: 200,
    bodyLimit,
  }),
};
