import { z } from 'zod';

/** Where a device is put: without a floor or a space it is in the structure as a whole. */
export const placement = z.object({
  structureId: z.number('Required').int().positive('pleaseInputIDRight'),
  floorId: z.number().int().positive('pleaseInputIDRight').nullish(),
  spaceId: z.number().int().positive('pleaseInputIDRight').nullish(),
});
