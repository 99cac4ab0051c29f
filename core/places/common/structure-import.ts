import { z } from 'zod';
import { enumText, importRoute, numberText } from '#platform/common/import.ts';
import { numberWithin, requiredText } from '#platform/common/validation.ts';
import { structure, structureKinds } from './structure.ts';

const optionalName = z.string().optional();

/** Columns of an imported table of structures; the name tells which one a line is about, others are named. */
export const structureLine = z
  .strictObject({
    name: requiredText(120),
    kind: enumText(structureKinds).optional(),
    /** Its name in either language, or its two letters. */
    country: z.string('Required'),
    city: optionalName,
    area: optionalName,
    address: structure.fields.shape.address.optional(),
    latitude: numberText().pipe(numberWithin(-90, 90)).optional(),
    longitude: numberText().pipe(numberWithin(-180, 180)).optional(),
    /** The structure within which it stands; a line of the same table may make it. */
    parent: optionalName,
  })
  .refine((line) => (line.latitude === undefined) === (line.longitude === undefined), {
    message: 'Required',
    path: ['longitude'],
  });
export type StructureLine = z.infer<typeof structureLine>;

export const structureImportRoutes = {
  structures: importRoute('/company/{companyId}/structure', structure.can('import')),
};
