import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, location, requiredText } from '#platform/common/validation/validation.ts';

const wholeNumber = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');
/** One of `spaceKinds` of a slice. */
const kind = z.string('Required').min(1, 'Required').max(40, 'tooLong');
const capacity = wholeNumber(1, 100_000).nullable();

/** A room, a desk, a parking bay: a space on a floor, within another space of it, or directly in the structure. */
export const space = defineEntity('structure.space', {
  table: 'space',
  fields: z.object({
    structureId: id(),
    name: requiredText(80),
    kind,
    /** As printed on the spot; unique in the structure in any case of letters. */
    code: requiredText(40).nullable(),
    floorId: id().nullable(),
    /** The space around it, whose floor it has. */
    parentId: id().nullable(),
    capacity,
    /** Its corners on the map. */
    outline: z.array(location()).min(3, 'threePoints').max(500, 'tooLong').nullable(),
  }),
  list: {
    search: ['name', 'code'],
    filter: ['kind', 'floorId', 'parentId'],
    sort: ['name'],
    defaultSort: ['name', 'asc'],
  },
});

const namedRecord = z.object({ id: z.number(), name: z.string() });
/** A space with its floor and the space around it. */
export const shownSpace = space.row.extend({
  floor: namedRecord.nullable(),
  parent: namedRecord.nullable(),
  /** The number of spaces within it. */
  innerSpaces: z.number(),
});
export type Space = z.infer<typeof shownSpace>;

const structurePath = '/company/{companyId}/structure/{id}';
const changedFields = space.fields.omit({ structureId: true });
/** The fields of a new space; the others have defaults. */
export const spaceFields = changedFields.partial({
  kind: true,
  code: true,
  floorId: true,
  parentId: true,
  capacity: true,
  outline: true,
});
export type SpaceFields = z.infer<typeof spaceFields> & { structureId: number };

/** The most spaces of one series. */
export const maxSeries = 1000;
export const spaceSeries = z
  .object({
    kind,
    floorId: id().nullable(),
    parentId: id().nullable(),
    capacity,
    /** What stands before the number in name and code. */
    prefix: z.string().trim().max(30, 'tooLong'),
    from: wholeNumber(0, 999_999),
    to: wholeNumber(0, 999_999),
    /** Shorter numbers begin with zeros. */
    digits: wholeNumber(1, 6),
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'outOfRange' })
  .refine(({ from, to }) => to - from < maxSeries, { path: ['to'], message: 'seriesTooLong' });
export type SpaceSeries = z.infer<typeof spaceSeries>;

/** The names of a series, which are its codes too: `B1-001` to `B1-120`. */
export const namesOfSeries = ({ prefix, from, to, digits }: Pick<SpaceSeries, 'prefix' | 'from' | 'to' | 'digits'>) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => `${prefix}${String(from + at).padStart(digits, '0')}`);

export const spaceRoutes = {
  list: route.list(`${structurePath}/space`, { access: space.can('read'), reply: shownSpace, list: space.list }),
  create: route.post(`${structurePath}/space`, { access: space.can('create'), body: spaceFields, reply: shownSpace }),
  /** Creates numbered spaces, or none if one name or code is taken. */
  createSeries: route.post(`${structurePath}/space/series`, {
    access: space.can('create'),
    body: spaceSeries,
    reply: z.array(shownSpace),
  }),
  update: route.patch(`${structurePath}/space/{spaceId}`, {
    access: space.can('update'),
    body: changedFields.partial(),
    reply: shownSpace,
  }),
  remove: route.delete(`${structurePath}/space/{spaceId}`, { access: space.can('delete') }),
};
