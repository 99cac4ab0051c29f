import { z } from 'zod';
import { dayText, enumText, numberText } from '#platform/common/import.ts';
import { requiredText, vin } from '#platform/common/validation/validation.ts';
import { emirates, fullPlateKey, type Plate, plate, plateCountries, plateFields } from './plate.ts';
import { propulsions, vehicle, vehicleTypes } from './vehicle.ts';

const { shape } = vehicle.fields;
const numberOf = (field: z.ZodNullable<z.ZodNumber>) => numberText().pipe(field.unwrap()).optional();
const { category, number } = plateFields.shape;

/** The columns of an imported table. The plate identifies the vehicle; the base site is given by name. */
export const vehicleColumns = z.strictObject({
  plate: number,
  plateCountry: enumText(plateCountries),
  plateEmirate: enumText(emirates).optional(),
  plateCategory: category.unwrap().optional(),
  name: shape.name,
  structure: requiredText(),
  type: enumText(vehicleTypes),
  propulsion: enumText(propulsions),
  vin: vin().optional(),
  make: shape.make.unwrap().optional(),
  model: shape.model.unwrap().optional(),
  year: numberOf(shape.year),
  tankLitres: numberOf(shape.tankLitres),
  batteryKwh: numberOf(shape.batteryKwh),
  speedLimit: numberOf(shape.speedLimit),
  registrationNo: shape.registrationNo.unwrap().optional(),
  registrationExpires: dayText().optional(),
  insurer: shape.insurer.unwrap().optional(),
  policyNo: shape.policyNo.unwrap().optional(),
  insuranceExpires: dayText().optional(),
});

const plateOf = (line: z.infer<typeof vehicleColumns>): Plate => ({
  country: line.plateCountry,
  emirate: line.plateEmirate ?? null,
  category: line.plateCategory ?? null,
  number: line.plate,
});

/** A line with the key of its plate in place of the number. */
export const vehicleLine = vehicleColumns
  .superRefine((line, context) => {
    for (const { path, message } of plate.safeParse(plateOf(line)).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [path[0] === 'emirate' ? 'plateEmirate' : 'plate'], message });
  })
  .transform((line) => {
    const { plateCountry: _, plateEmirate: __, plateCategory: ___, ...rest } = line;
    const parts = plateOf(line);
    return { ...rest, plate: fullPlateKey(parts), parts };
  });
export type VehicleLine = z.infer<typeof vehicleLine>;
