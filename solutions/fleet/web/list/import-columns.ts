import type { ImportColumn } from '#platform/web/ui/import/match-columns.ts';
import { plateCountries } from '../../common/vehicle/plate.ts';
import { propulsions, vehicleTypes } from '../../common/vehicle/vehicle.ts';

export const importColumns: readonly ImportColumn[] = [
  { field: 'plate', required: true, example: '12345' },
  { field: 'plateCountry', required: true, example: plateCountries[0] },
  { field: 'plateEmirate', example: 'dubai' },
  { field: 'plateCategory', example: 'A' },
  { field: 'name', required: true, example: 'Van 12' },
  { field: 'structure', required: true, example: 'Al Quoz depot' },
  { field: 'type', required: true, words: vehicleTypes, example: 'van' },
  { field: 'propulsion', required: true, words: propulsions, example: 'diesel' },
  { field: 'vin', example: 'WDB9066331S123456' },
  { field: 'make', example: 'Mercedes-Benz' },
  { field: 'model', example: 'Sprinter' },
  { field: 'year', example: '2024' },
  { field: 'tankLitres', example: '75' },
  { field: 'batteryKwh', example: '' },
  { field: 'speedLimit', example: '100' },
  { field: 'registrationNo', example: '7781204' },
  { field: 'registrationExpires', example: '2027-03-05' },
  { field: 'insurer', example: 'Orient Insurance' },
  { field: 'policyNo', example: 'P-20841' },
  { field: 'insuranceExpires', example: '2027-03-05' },
];
