import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { customName, ruleName } from '#core/alarms/common/rule-name.ts';
import { useAlarmTextsOf } from '#core/alarms/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText, useLabelsOf } from '#platform/web/i18n/texts.ts';
import { useAppFilter } from '#platform/web/ui/list/filters/use-app-filter.ts';
import { appColumns, type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { RuleRow } from '../common/rule.ts';
import classes from './Rules.module.css';
import { mayWithRule, ruleSource } from './source.ts';
import { useText } from './texts.ts';

const { ago, cell, number } = columnsFor<RuleRow>();

function Levels({ value }: { value: RuleRow['levels']; row: RuleRow }) {
  return (
    <span className={classes.severities}>
      {value.map(({ severity }) => (
        <SeverityChip key={severity} value={severity} />
      ))}
    </span>
  );
}

function Enabled({ value }: { value: boolean; row: RuleRow }) {
  const t = useText();
  return <ToneChip tone={value ? 'good' : 'none'}>{t(value ? 'rules.on' : 'rules.off')}</ToneChip>;
}

const RuleLink = ({ name, to }: { name: string; to: string | undefined }) =>
  to ? (
    <Anchor component={Link} to={to} fw={550} inherit tabIndex={-1}>
      <bdi>{name}</bdi>
    </Anchor>
  ) : (
    <bdi>{name}</bdi>
  );

/** Where a rule of these apps holds: a device, a structure, a solution or all devices. */
export function useRuleScope(apps: readonly AppManifest[]): (rule: RuleRow) => string {
  const t = useText();
  const labelsOf = useLabelsOf(apps.map(({ id }) => id));
  return useMemo(
    () =>
      ({ app: id, device, structure, solutionId, templateVersionId }) => {
        if (templateVersionId !== null) return t('rules.ofTemplate');
        const solution = apps.find((app) => app.id === id)?.solutions?.find((one) => one.id === solutionId);
        const parts = device
          ? [device.name]
          : [structure?.name, solution && labelsOf(id).label(`solutions.${solution.key}`)].filter(Boolean);
        return parts.join(' · ') || t('rules.allDevices');
      },
    [apps, t, labelsOf],
  );
}

/** The address of a rule's form, for those who may change it. */
function editAddress(apps: readonly AppManifest[], rule: RuleRow): string | undefined {
  const app = apps.find(({ id }) => id === rule.app);
  return app && mayWithRule(rule, 'update') ? ruleSource(app)?.addresses.edit(rule.id) : undefined;
}

/** The columns of a list of rules, with the app where they are of several. */
export function useRuleColumns(apps: readonly AppManifest[]): Column<RuleRow>[] {
  const t = useText();
  const textsOf = useAlarmTextsOf(apps);
  const { nameOf } = useAppFilter(apps);
  const { language } = useFormats();
  const kitText = useKitText();
  const scopeOf = useRuleScope(apps);
  return useMemo(() => {
    const titleOf = (row: RuleRow) => ruleName(row, language);
    const kindOf = ({ app, kind: of, names }: RuleRow) => customName(names, language) ?? textsOf(app).kind(of);
    return [
      {
        field: 'name',
        width: 2,
        to: (row) => editAddress(apps, row),
        render: (row) => <RuleLink name={titleOf(row)} to={editAddress(apps, row)} />,
        text: titleOf,
      },
      { field: 'kind', width: 2, render: (row) => <bdi>{kindOf(row)}</bdi>, text: kindOf },
      { field: 'scope', width: 2, render: (row) => <bdi>{scopeOf(row)}</bdi>, text: scopeOf, sortable: false },
      ...appColumns(apps.length > 1 ? nameOf : undefined),
      cell('levels', Levels, {
        width: 2,
        text: (row) => row.levels.map(({ severity }) => kitText(`values.severity.${severity}`)).join(', '),
      }),
      cell('enabled', Enabled, { width: 1, text: (row) => t(row.enabled ? 'rules.on' : 'rules.off') }),
      number('openAlarms', { width: 1 }),
      ago('createdAt', { hidden: true }),
    ];
  }, [apps, textsOf, nameOf, language, kitText, scopeOf, t]);
}
