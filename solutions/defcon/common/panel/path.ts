import { z } from 'zod';
import { pathStates, supervisionLimits } from '#core/devices/common/path.ts';
import { textOfLength } from '#platform/common/validation/validation.ts';

export const pathRoles = ['primary', 'alternative'] as const;
export const maxPaths = 4;

/** Categories of transmission by EN 50136. */
export const pathCategories = ['SP2', 'SP3', 'SP4', 'SP5', 'SP6', 'DP1', 'DP2', 'DP3', 'DP4'] as const;
export type PathCategory = (typeof pathCategories)[number];

const [minute, hour] = [60, 3600];
/** How often the primary path reports; the alternative one while the primary lives, and once it is alone. In seconds. */
type Supervision = { primary: number; alternative?: number; alone?: number };

/**
 * What the form proposes for a category. Compare it with the table of the standard before you claim a category: the whole
 * system has to be certified for it.
 */
export const presets: Readonly<Record<PathCategory, Supervision>> = {
  SP2: { primary: 25 * hour },
  SP3: { primary: 30 * minute },
  SP4: { primary: 180 },
  SP5: { primary: 90 },
  SP6: { primary: 20 },
  DP1: { primary: 25 * hour, alternative: 50 * hour, alone: 25 * hour },
  DP2: { primary: 30 * minute, alternative: 25 * hour, alone: 30 * minute },
  DP3: { primary: 180, alternative: 25 * hour, alone: 180 },
  DP4: { primary: 90, alternative: 5 * hour, alone: 90 },
};

const seconds = z
  .number('Required')
  .int('enterANumber')
  .min(supervisionLimits.min, 'outOfRange')
  .max(supervisionLimits.max, 'outOfRange');

const pathFields = z.object({
  /** As the messages of the panel name it: the line of SIA DC-09 without its L, or the path of a message in JSON. */
  line: z.string().regex(/^[0-9A-Za-z-]{1,20}$/, 'pathLine'),
  name: textOfLength({ max: 40 }).nullable(),
  role: z.enum(pathRoles),
  supervision: seconds,
  /** Once the primary path is gone; null: as before. The primary one has no such time. */
  supervisionWhenAlone: seconds.nullable(),
});

export const pathsInput = z.object({
  category: z.enum(pathCategories).nullable(),
  paths: z
    .array(pathFields)
    .min(1, 'Required')
    .max(maxPaths, 'tooLong')
    .refine((all) => all.filter(({ role }) => role === 'primary').length === 1, 'onePrimary')
    .refine((all) => new Set(all.map(({ line }) => line)).size === all.length, 'lineTwice'),
});
export type PathsInput = z.infer<typeof pathsInput>;

/** The paths of a panel, the primary one first. */
export const panelPaths = z.object({
  category: z.enum(pathCategories).nullable(),
  paths: z.array(
    pathFields.extend({
      /** Null until the platform watches it. */
      state: z.enum(pathStates).nullable(),
      /** Null if the panel has not reported on it yet. */
      lastAt: z.string().nullable(),
    }),
  ),
});
export type PanelPaths = z.infer<typeof panelPaths>;
