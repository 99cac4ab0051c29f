import { z } from 'zod';
import { plateKey } from '#platform/common/text/plate.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

/** The countries whose plates vehicles of the region have, by their ISO codes. */
export const plateCountries = ['AE', 'SA', 'BH', 'KW', 'OM', 'QA', 'EG', 'IQ', 'JO', 'LB', 'SY', 'YE'] as const;
/** Those who issue plates in the United Arab Emirates. */
export const emirates = [
  'abu-dhabi',
  'dubai',
  'sharjah',
  'ajman',
  'umm-al-quwain',
  'ras-al-khaimah',
  'fujairah',
] as const;

export const plateFields = z.object({
  country: z.enum(plateCountries),
  /** Of plates of the United Arab Emirates only. */
  emirate: z.enum(emirates).nullable(),
  /** A letter or number before that of the plate, which some countries have. */
  category: requiredText(10).nullable(),
  number: requiredText(10),
});
export type Plate = z.infer<typeof plateFields>;

export const plate = plateFields
  .refine(({ country, emirate }) => country !== 'AE' || emirate !== null, { path: ['emirate'], message: 'Required' })
  .refine(({ country, emirate }) => country === 'AE' || emirate === null, { path: ['emirate'], message: 'invalid' })
  .refine(({ number }) => plateKey(number) !== '', { path: ['number'], message: 'invalid' });

/** Category and number, as people say a plate. */
export const plateText = ({ category, number }: Plate): string => [category, number].filter(Boolean).join(' ');

/** Saudi plates are written with the letters first or last. */
function numberKey({ country, number }: Plate): string {
  const key = plateKey(number);
  return country === 'SA' ? key.replace(/^(\d+)(\D+)$/, '$2$1') : key;
}

/** What two spellings of one plate have in common. A company has one vehicle with it. */
export const fullPlateKey = (of: Plate): string =>
  [of.country, of.emirate ?? '', plateKey(of.category ?? ''), numberKey(of)].join('/');

/** The plate as it is stored: with the key, and with what the history of the vehicle calls it. */
export const storedPlate = (of: Plate) => ({
  ...of,
  key: fullPlateKey(of),
  name: [plateText(of), of.country, of.emirate].filter(Boolean).join(' · '),
});
