import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { customKind } from '#core/alarms/common/rule-kind.ts';
import { classOf } from '#core/alarms/server/api.ts';
import type { HardwareModel } from '#core/devices/common/manifest.ts';
import { isKept, type KeptSettings, templateSettings } from '#core/devices/common/models/kept-settings.ts';
import { commonAttributes } from '#core/devices/common/models/model-events.ts';
import { type DeviceConfig, intervalSchema, settingsSchema } from '#core/devices/common/models/model-settings.ts';
import { commonSensors } from '#core/devices/common/models/quantities.ts';
import { sensorRegistry } from '#core/devices/server/api.ts';
import { predicatesOf, sensorsOf } from '#core/rules/common/condition.ts';
import { actionFaults, sensorFaults, type TemplateRule } from '#core/rules/server/api.ts';
import type { FieldError } from '#platform/common/list.ts';
import { fieldErrors } from '#platform/server/http/field-errors.ts';
import type { Kit } from '#platform/server/kit.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import { Invalid, invalid } from '#platform/server/refuse.ts';
import type { TemplateContent } from '../common/template.ts';
import { ruleOfThreshold, type Threshold } from '../common/thresholds.ts';

type Apps = Pick<Kit, 'apps'>;

/** The model of an app. Refuses an unknown one under `hardwareId`. */
export function assertedModel(kit: Apps, app: string, hardwareId: number): HardwareModel {
  const model = modelOf(kit, app, hardwareId);
  if (!model) throw invalid('hardwareId', 'invalid');
  return model;
}

const sensorsOfRule = (rule: TemplateContent['rules'][number]): string[] =>
  rule.levels.flatMap(({ condition }) => predicatesOf(condition).flatMap(sensorsOf));

/** Refuses what the model does not allow, under the fields of the content. */
export function assertContent(kit: Apps, app: string, model: HardwareModel, content: TemplateContent): void {
  const measured = new Set<string>([...model.sensors, ...commonSensors]);
  const { named } = sensorRegistry(kit.apps);
  const errors: FieldError[] = [];
  const fault = (param: string, msg: string) => errors.push({ param, msg });
  if (content.intervalSeconds !== null) {
    const { error } = intervalSchema(model).safeParse(content.intervalSeconds);
    if (error) fault('intervalSeconds', error.issues[0]?.message ?? 'invalid');
  }
  const settings = settingsSchema({ settings: templateSettings(model) }).safeParse(content.settings);
  errors.push(...fieldErrors(settings.error?.issues ?? [], 'settings'));
  for (const [at, { sensor, kind }] of content.thresholds.entries()) {
    if (!measured.has(sensor) || named(app, sensor)?.kind !== 'number')
      fault(`thresholds.${at}.sensor`, 'unknown-sensor');
    if (kind !== null && (kind === customKind || !classOf(kit, app, kind))) fault(`thresholds.${at}.kind`, 'invalid');
  }
  for (const [at, rule] of content.rules.entries()) {
    if (!classOf(kit, app, rule.kind)) fault(`rules.${at}.kind`, 'invalid');
    if (rule.kind === customKind && !rule.names) fault(`rules.${at}.names`, 'Required');
    if (sensorsOfRule(rule).some((sensor) => !measured.has(sensor))) fault(`rules.${at}.levels`, 'unknown-sensor');
    for (const predicate of rule.levels.flatMap(({ condition }) => predicatesOf(condition))) {
      if ('event' in predicate && !model.events?.[predicate.event]) fault(`rules.${at}.levels`, 'unknown-event');
      if ('attribute' in predicate && !{ ...commonAttributes, ...model.attributes }[predicate.attribute])
        fault(`rules.${at}.levels`, 'unknown-attribute');
    }
    for (const [n, { device }] of (rule.actions ?? []).entries())
      if (typeof device === 'number') fault(`rules.${at}.actions.${n}.device`, 'invalid');
    for (const { param, msg } of actionFaults(kit, app, model.solution, rule.actions ?? []))
      fault(`rules.${at}.${param}`, msg);
    for (const { param, msg } of sensorFaults(kit, app, rule.levels)) fault(`rules.${at}.${param}`, msg);
  }
  if (errors.length > 0) throw new Invalid(errors);
}

const languages = ['en', 'ar'] as const;

/** The name of the rule of a threshold and of its alarms, in both languages. */
function thresholdNames(app: string, { sensor }: Threshold): { en: string; ar: string } {
  const [en, ar] = languages.map((locale) => {
    const name = [app, 'devices'].map((id) => textOf({ id }, locale, `sensors.${sensor}`)).find(Boolean) ?? sensor;
    return (textOf({ id: 'templates' }, locale, 'thresholdRule') ?? '').replace('{{sensor}}', name);
  });
  return { en: en ?? sensor, ar: ar ?? sensor };
}

/** The alarm rules of a version: one for each threshold, and its own. */
export function rulesOf(
  kit: Apps,
  app: string,
  content: Pick<TemplateContent, 'thresholds' | 'rules'>,
): TemplateRule[] {
  const plain = {
    titles: null,
    clear: { forSeconds: 0 },
    schedule: null,
    actions: [],
    message: null,
    guidance: null,
    enabled: true,
  };
  return [
    ...content.thresholds.map((threshold): TemplateRule => {
      const names = thresholdNames(app, threshold);
      const { kind, levels } = ruleOfThreshold(threshold);
      const alarmClass = classOf(kit, app, kind) ?? deviceClass.measured;
      return {
        ...plain,
        class: alarmClass,
        kind,
        levels,
        name: names.en,
        titles: names,
        names: threshold.kind === null ? names : null,
      };
    }),
    ...content.rules.map(
      (rule): TemplateRule => ({
        ...plain,
        ...rule,
        class: classOf(kit, app, rule.kind) ?? deviceClass.measured,
        names: rule.kind === customKind ? (rule.names ?? null) : null,
        clear: rule.clear ?? plain.clear,
        schedule: rule.schedule ?? null,
        actions: rule.actions ?? [],
        message: rule.message ?? null,
        titles: rule.titles ?? null,
        guidance: rule.guidance ?? null,
        enabled: rule.enabled ?? true,
      }),
    ),
  ];
}

/** The kinds of rules by which a rule of a single device differs from the template, with the template's names. */
export const ruleNames = (content: Pick<TemplateContent, 'thresholds' | 'rules'>): Map<string, string> =>
  new Map([
    ...content.thresholds.map((threshold): [string, string] => [ruleOfThreshold(threshold).kind, threshold.sensor]),
    ...content.rules.flatMap(({ kind, name }): [string, string][] => (kind === customKind ? [] : [[kind, name]])),
  ]);

type Settings = Pick<TemplateContent, 'settings'>;
const pick = ({ settings }: Settings, test: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => test(key)));

/**
 * The configuration that a version asks of its devices. What the platform applies itself is part of it only if the model
 * declares it as a setting of the device, too.
 */
export const configOfContent = (
  content: Settings & Pick<TemplateContent, 'intervalSeconds'>,
  model: Pick<HardwareModel, 'settings'> | undefined,
): DeviceConfig => ({
  ...(content.intervalSeconds === null ? {} : { intervalSeconds: content.intervalSeconds }),
  ...pick(content, (key) => !isKept(key) || Object.hasOwn(model?.settings ?? {}, key)),
});

/** The model of an app; undefined if it has gone. */
export const modelOf = ({ apps }: Apps, app: string, hardwareId: number): HardwareModel | undefined =>
  apps.find(({ id }) => id === app)?.hardware?.find(({ id }) => id === hardwareId);

/** What the platform keeps of a version for its devices. */
export const keptOfContent = (content: Settings): KeptSettings => pick(content, isKept);
