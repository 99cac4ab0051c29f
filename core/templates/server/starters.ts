import type { HardwareModel } from '#core/devices/common/manifest.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import type { NewTemplate, Starter } from '../common/template.ts';
import { templateContent } from '../common/template.ts';

/** What the starter template of a model states in addition to its interval and settings, by the id of the model. */
export type Starters = Readonly<Record<number, Partial<Pick<NewTemplate, 'thresholds' | 'rules'>> | undefined>>;

/**
 * The template to begin with for a model: its interval, the defaults of its settings, and the defaults of the app, whose
 * hours are those of `zone`.
 */
export const starterOf = (
  { id, name, interval, settings = {}, ...model }: HardwareModel,
  { thresholds = [], rules = [] }: NonNullable<Starters[number]>,
  zone: string,
): Starter => ({
  hardwareId: id,
  name,
  ...templateContent.parse({
    intervalSeconds: interval ? usualInterval(model) : null,
    settings: Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, setting.default])),
    thresholds,
    rules: rules.map((rule) => (rule.schedule ? { ...rule, schedule: { ...rule.schedule, timeZone: zone } } : rule)),
  }),
});
