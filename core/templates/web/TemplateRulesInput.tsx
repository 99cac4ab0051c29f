import { Paper, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { customKind } from '#core/alarms/common/rule-kind.ts';
import { ruleName } from '#core/alarms/common/rule-name.ts';
import { alarmKindsOfApp, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import {
  ActionsInput,
  hasActions,
  LevelsInput,
  MinutesInput,
  NamesInput,
  noHours,
  OwnHours,
} from '#core/rules/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { RowsInput } from '#platform/web/ui/rows/RowsInput.tsx';
import type { TemplateContent } from '../common/template.ts';
import type { ErrorAt } from './TemplateForm.tsx';
import classes from './Templates.module.css';
import { useText } from './texts.ts';

type TemplateRule = TemplateContent['rules'][number];
type Props = {
  app: AppManifest;
  sensors: readonly string[];
  solutionId: number | null;
  errorAt: ErrorAt;
  value: TemplateRule[];
  onChange(value: TemplateRule[]): void;
};

const most = 20;
const emptyRule: TemplateRule = {
  name: '',
  kind: customKind,
  names: { en: '', ar: '' },
  levels: [{ severity: 'poor', condition: { sensor: '', is: '>', value: Number.NaN }, trigger: { type: 'simple' } }],
};

/** The rules of a template beyond its thresholds. */
export function TemplateRulesInput({ value, onChange, ...props }: Props) {
  const t = useText();
  const { language } = useFormats();
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" maw="70ch">
        {t('rule.hint')}
      </Text>
      <RowsInput
        name="rules"
        value={value}
        onChange={onChange}
        newRow={() => emptyRule}
        addLabel={t('rule.add')}
        removeLabel={(rule) => t('rule.remove', { name: ruleName(rule, language) })}
        most={most}
        gap="md"
      >
        {({ row, index, replace, remove }) => (
          <RuleCard {...props} path={`rules.${index}`} value={row} onChange={replace} remove={remove} />
        )}
      </RowsInput>
    </Stack>
  );
}

type CardProps = Pick<Props, 'app' | 'sensors' | 'solutionId' | 'errorAt'> & {
  path: string;
  value: TemplateRule;
  onChange(value: TemplateRule): void;
  remove: ReactNode;
};

function RuleCard({ app, sensors, solutionId, errorAt, path, value, onChange, remove }: CardProps) {
  const t = useText();
  const { kind } = useAlarmTexts(app);
  const kinds = alarmKindsOfApp(app).filter((one) => one !== 'threshold');
  const name = ruleName(value, useFormats().language);
  return (
    <Paper component="section" withBorder p="md" aria-label={name || t('rule.new')} className={classes.card}>
      <div className={classes.head}>
        <TextInput
          name={`${path}.name`}
          label={t('rule.name')}
          {...required}
          value={name}
          error={errorAt(`${path}.name`)}
          onChange={(event) => onChange({ ...value, name: event.currentTarget.value, titles: null })}
        />
        {remove}
      </div>
      <div className={classes.pair}>
        <Select
          label={t('rule.kind')}
          data={kinds.map((one) => ({ value: one, label: kind(one) }))}
          value={value.kind}
          allowDeselect={false}
          error={errorAt(`${path}.kind`)}
          onChange={(next) =>
            onChange({ ...value, kind: next ?? customKind, names: next === customKind ? { en: '', ar: '' } : null })
          }
        />
        <MinutesInput
          label={t('rule.clearFor')}
          value={value.clear?.forSeconds ?? 0}
          onChange={(seconds) => onChange({ ...value, clear: { ...value.clear, forSeconds: seconds ?? 0 } })}
        />
        {value.kind === customKind && (
          <NamesInput
            value={value.names}
            errorAt={(language) => errorAt(language ? `${path}.names.${language}` : `${path}.names`)}
            onChange={(names) => onChange({ ...value, names })}
          />
        )}
      </div>
      <Switch
        label={t('rule.enabled')}
        checked={value.enabled ?? true}
        onChange={(event) => onChange({ ...value, enabled: event.currentTarget.checked })}
      />
      <Switch
        label={t('rule.hours')}
        checked={value.schedule != null}
        onChange={(event) => onChange({ ...value, schedule: event.currentTarget.checked ? noHours() : null })}
      />
      {value.schedule && (
        <OwnHours
          name={`${path}.schedule`}
          error={errorAt(`${path}.schedule`) ?? errorAt(`${path}.schedule.week`)}
          value={value.schedule}
          onChange={(schedule) => onChange({ ...value, schedule })}
        />
      )}
      <LevelsInput
        app={app}
        sensors={sensors}
        device={undefined}
        error={errorAt(`${path}.levels`) ?? levelError(value, path, errorAt)}
        value={value.levels}
        onChange={(levels) => onChange({ ...value, levels })}
      />
      {hasActions(app) && (
        <ActionsInput
          app={app}
          solutionId={solutionId}
          single={false}
          error={(at) => errorAt(`${path}.actions.${at}`)}
          value={value.actions ?? []}
          onChange={(actions) => onChange({ ...value, actions })}
        />
      )}
    </Paper>
  );
}

const levelError = ({ levels }: TemplateRule, path: string, errorAt: ErrorAt) =>
  levels
    .flatMap((_, at) => [
      `${path}.levels.${at}`,
      `${path}.levels.${at}.condition`,
      `${path}.levels.${at}.condition.sensor`,
      `${path}.levels.${at}.condition.value`,
    ])
    .map(errorAt)
    .find(Boolean);
