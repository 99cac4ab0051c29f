import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { maxLegalBasis } from '#platform/common/settings/retention.ts';
import { requiredLines, requiredText } from '#platform/common/validation/validation.ts';

const can = (action: string) => canDo('company.retention', action);

/** For how long a company keeps the records of a kind, and what the last run has removed. */
const retained = z.object({
  /** The text is `retained.<name>` of the app. */
  app: z.string(),
  name: z.string(),
  days: z.number(),
  min: z.number(),
  max: z.number(),
  default: z.number(),
  /** The id for its history; null while the default applies. */
  id: z.number().nullable(),
  /** The law or contract by which the company keeps them that long. */
  legalBasis: z.string(),
  setBy: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The person who impersonated that person. */
  impersonatedBy: z.string().nullable(),
  setAt: z.string().nullable(),
  /** The number of changes; 0 for the default. */
  version: z.number(),
  /** The last run, or the one that goes on; null before the first. */
  run: z
    .object({
      beganAt: z.string(),
      /** Null while it goes on. */
      endedAt: z.string().nullable(),
      rows: z.number(),
      files: z.number(),
      /** The time of the oldest record that is left; null if there is none. */
      oldestLeft: z.string().nullable(),
    })
    .nullable(),
});
export type Retained = z.infer<typeof retained>;

/** `days` is checked against the bounds of the kind. */
export const retentionChange = z.object({
  days: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(36_500, 'outOfRange'),
  legalBasis: requiredLines(maxLegalBasis),
});

export const retentionRoutes = {
  /** Of the core and of the apps that the company holds. */
  all: route.get('/retention', { access: can('read'), reply: z.array(retained) }),
  /** Of two people who change the same version, the second gets 409 `changed-meanwhile`. */
  update: route.put('/retention', {
    access: can('update'),
    body: retentionChange.extend({ app: requiredText(60), name: requiredText(60), version: z.number().int().min(0) }),
    reply: retained,
  }),
  history: historyRoute('company.retention', '/retention/{id}'),
};
