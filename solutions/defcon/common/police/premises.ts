import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

/** Why a police answers for premises: chosen by hand, by the area of a station or headquarters, or as the fallback. */
export const bases = ['manual', 'area', 'headquarters', 'fallback', 'none'] as const;

/** A structure with devices of ProTect. */
export const premises = defineEntity('defcon.premises', {
  fields: z.object({
    structureId: id(),
    /** The station chosen by hand. */
    overrideId: id().nullable(),
    stationId: id().nullable(),
    hqId: id().nullable(),
    basis: z.enum(bases),
  }),
});

export const police = z.object({
  id: z.number(),
  nameEn: z.string(),
  nameAr: z.string(),
  phone: z.string().nullable(),
});
const shownPremises = premises.fields.extend({ station: police.nullable(), hq: police.nullable() });
export type ShownPremises = z.infer<typeof shownPremises>;

const one = '/premises/{structureId}';
export const premisesRoutes = {
  get: route.get(one, { access: premises.can('read'), reply: shownPremises }),
  /** Chooses the station by hand; null: by the areas again. */
  update: route.put(one, {
    access: {
      or: [
        { ...premises.can('update'), companyTypes: ['Security Company', 'HQ Police Station'] },
        { adminTypes: ['Super Admin'] },
      ],
    },
    body: z.object({ overrideId: id().nullable() }),
    reply: shownPremises,
  }),
};
