import { z } from 'zod';
import { enumText, importRoute, numberText } from '#platform/common/import.ts';
import { numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { structure, structureKinds } from './structure.ts';

const optionalName = z.string().optional();

/** A line of an imported table. The name identifies the structure; other records are given by name. */
export const structureLine = z
  .strictObject({
    name: requiredText(120),
    kind: enumText(structureKinds).optional(),
    /** The name of the country in either language, or its two-letter code. */
    country: z.string('Required'),
    city: optionalName,
    area: optionalName,
    address: structure.fields.shape.address.optional(),
    latitude: numberText().pipe(numberWithin(-90, 90)).optional(),
    longitude: numberText().pipe(numberWithin(-180, 180)).optional(),
    /** The parent structure, which can be a line of the same table. */
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
