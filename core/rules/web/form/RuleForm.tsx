import { Group, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { customKind } from '#core/alarms/common/rule-kind.ts';
import { ruleName } from '#core/alarms/common/rule-name.ts';
import { alarmKindsOfApp, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { StructureSelect } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { type RuleAction, type RuleFields, type RuleRow, ruleFields } from '../../common/rule.ts';
import { NamesInput } from '../predicates/NamesInput.tsx';
import { deviceListCall, useRuleDevice, useSensors } from '../sensors.ts';
import type { RuleSource } from '../source.ts';
import { useText } from '../texts.ts';
import { ActionsInput, hasActions } from './ActionsInput.tsx';
import { LevelsInput } from './LevelsInput.tsx';
import { MinutesInput } from './MinutesInput.tsx';
import { RuleHours } from './RuleHours.tsx';
import { RulePreview } from './RulePreview.tsx';

type Props = {
  source: RuleSource;
  companyId: number;
  before?: RuleRow;
  /** The device of a new rule. */
  deviceId?: number | null;
  save(values: RuleFields): Promise<unknown>;
};

function useRuleForm({ before, deviceId = null, save }: Props) {
  const { language } = useFormats();
  return useEntityForm(ruleFields, {
    namespace: 'rules',
    initial: {
      name: before ? ruleName(before, language) : '',
      titles: before?.titles ?? null,
      kind: before?.kind ?? customKind,
      names: before ? before.names : { en: '', ar: '' },
      solutionId: before?.solutionId ?? null,
      structureId: before?.structureId ?? null,
      deviceId: before ? before.deviceId : deviceId,
      levels: before?.levels ?? [
        { severity: 'poor', condition: { sensor: '', is: '>', value: Number.NaN }, trigger: { type: 'simple' } },
      ],
      clear: before?.clear ?? { forSeconds: 0 },
      scheduleId: before?.scheduleId ?? null,
      schedule: before?.schedule ?? null,
      actions: before?.actions ?? [],
      message: before?.message ?? null,
      guidance: before?.guidance ?? null,
      enabled: before?.enabled ?? true,
    },
    save,
  });
}
export type RuleFormState = ReturnType<typeof useRuleForm>;

/** Edits a rule as a sentence: the sensors and devices, the limits, the hours, and the texts of the alarm. */
export function RuleForm(props: Props) {
  const { source, companyId, before } = props;
  const t = useText();
  const form = useRuleForm(props);
  const { values, set } = form;
  const device = useRuleDevice(source.app, values.deviceId as number | null);
  const solutionId = (device?.solutionId ?? values.solutionId) as number | null;
  const sensors = useSensors(source.app, solutionId);
  return (
    <EntityForm form={form} cancelTo={source.addresses.list} wide>
      <Panels>
        <Panel title={t('rules.parts.what')}>
          <Stack gap="sm">
            <TextInput
              {...form.field('name')}
              onChange={(event) => {
                set('name', event.currentTarget.value);
                set('titles', null);
              }}
            />
            <KindFields form={form} source={source} />
            <Switch {...form.field('enabled', 'checkbox')} />
          </Stack>
        </Panel>
        <Panel title={t('rules.parts.where')}>
          <ScopeFields form={form} source={source} companyId={companyId} before={before} device={device} />
        </Panel>
        <Panel title={t('rules.parts.when')}>
          <LevelsInput
            app={source.app}
            sensors={sensors}
            device={device}
            error={form.field('levels').error}
            value={values.levels}
            onChange={(levels) => set('levels', levels)}
          />
        </Panel>
        <RulePreview source={source} form={form} device={device} />
        {hasActions(source.app) && (
          <Panel title={t('rules.parts.then')}>
            <ActionsInput
              app={source.app}
              solutionId={solutionId}
              error={(path) => form.errorAt(`actions.${path}`)}
              value={values.actions as RuleAction[]}
              onChange={(actions) => set('actions', actions)}
            />
          </Panel>
        )}
        <Panel title={t('rules.parts.end')}>
          <Group align="start" gap="md">
            <MinutesInput
              label={t('rules.clearFor')}
              description={t('rules.clearForHint')}
              value={values.clear.forSeconds}
              onChange={(forSeconds) => set('clear', { ...values.clear, forSeconds: forSeconds ?? 0 })}
            />
            <MinutesInput
              label={t('rules.quiet')}
              description={t('rules.quietHint')}
              value={values.clear.afterQuietSeconds ?? null}
              onChange={(afterQuietSeconds) => set('clear', { ...values.clear, afterQuietSeconds })}
            />
          </Group>
        </Panel>
        <Panel title={t('rules.parts.hours')}>
          <RuleHours form={form} companyId={companyId} />
        </Panel>
        <Panel title={t('rules.parts.message')}>
          <BothLanguages form={form} field="message" />
        </Panel>
        <Panel title={t('guidanceTitle')}>
          <BothLanguages form={form} field="guidance" />
        </Panel>
      </Panels>
    </EntityForm>
  );
}

/** The kind of the alarms, and their name if the rule gives it. */
function KindFields({ form, source: { app } }: { form: RuleFormState; source: RuleSource }) {
  const { kind } = useAlarmTexts(app);
  const { values, set } = form;
  const kinds = alarmKindsOfApp(app);
  return (
    <>
      <Select
        {...form.field('kind')}
        data={kinds.map((value) => ({ value, label: kind(value) }))}
        allowDeselect={false}
        onChange={(next) => {
          set('kind', next ?? customKind);
          set('names', next === customKind ? { en: '', ar: '' } : null);
        }}
      />
      {values.kind === customKind && (
        <Group grow align="start" gap="sm">
          <NamesInput
            value={values.names}
            errorAt={(language) => form.errorAt(language ? `names.${language}` : 'names')}
            onChange={(names) => set('names', names)}
          />
        </Group>
      )}
    </>
  );
}

type ScopeProps = {
  form: RuleFormState;
  source: RuleSource;
  companyId: number;
  before: RuleRow | undefined;
  device: ReturnType<typeof useRuleDevice>;
};

/** Where the rule holds; the narrowest choice counts. */
function ScopeFields({ form, source: { app }, companyId, before, device }: ScopeProps) {
  const t = useText();
  const { label } = useLabels(app.id);
  const { values, set } = form;
  const byDevice = values.deviceId !== null;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('rules.whereHint')}
      </Text>
      <Select
        {...form.field('solutionId')}
        data={(app.solutions ?? []).map(({ id, key }) => ({ value: String(id), label: label(`solutions.${key}`) }))}
        value={values.solutionId === null ? null : String(values.solutionId)}
        placeholder={t('rules.allSolutions')}
        disabled={byDevice}
        clearable
        clearButtonProps={{ 'aria-label': t('rules.allSolutions') }}
        onChange={(next) => set('solutionId', next === null ? null : Number(next))}
      />
      <StructureSelect
        {...form.field('structureId')}
        companyId={companyId}
        known={before?.structure}
        value={values.structureId as number | null}
        disabled={byDevice}
        onChange={(next) => set('structureId', next)}
      />
      <SearchSelect
        {...form.field('deviceId')}
        of={deviceListCall(app)}
        known={device ?? before?.device}
        value={values.deviceId as number | null}
        filter={values.solutionId === null ? undefined : { solutionId: String(values.solutionId) }}
        onChange={(next) => {
          set('deviceId', next);
          if (next === null) return;
          set('solutionId', null);
          set('structureId', null);
        }}
      />
    </Stack>
  );
}

/** A text of the alarm in both languages: its message or its guidance. */
function BothLanguages({ form, field }: { form: RuleFormState; field: 'message' | 'guidance' }) {
  const t = useText();
  const { values, set } = form;
  const texts = values[field] ?? { en: '', ar: '' };
  return (
    <Stack gap="sm">
      {(['en', 'ar'] as const).map((language) => (
        <Textarea
          key={language}
          label={t(`rules.${field}s.${language}`)}
          description={language === 'en' ? t(`rules.${field}Hint`) : undefined}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          autosize
          value={texts[language]}
          error={form.errorAt(`${field}.${language}`)}
          onChange={(event) => {
            const next = { ...texts, [language]: event.currentTarget.value };
            set(field, next.en === '' && next.ar === '' ? null : next);
          }}
        />
      ))}
    </Stack>
  );
}
