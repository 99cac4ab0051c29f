import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { RuleRow } from '../../common/rule.ts';
import { customName, ruleName } from '../../common/rule-name.ts';
import classes from '../Alarms.module.css';
import { useAlarmTexts } from '../alarm-texts.ts';
import { useText } from '../texts.ts';
import type { RuleSource } from './source.ts';

const { ago, cell, number } = columnsFor<RuleRow>();

function Levels({ value }: { value: RuleRow['levels']; row: RuleRow }) {
  return (
    <span className={classes.chips}>
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

/** Where a rule holds: a device, a structure, a solution or all devices. */
export function useRuleScope({ app }: Pick<RuleSource, 'app'>): (rule: RuleRow) => string {
  const t = useText();
  const { label } = useLabels(app.id);
  return useMemo(
    () =>
      ({ device, structure, solutionId, templateVersionId }) => {
        if (templateVersionId !== null) return t('rules.ofTemplate');
        const solution = app.solutions?.find(({ id }) => id === solutionId);
        const parts = device
          ? [device.name]
          : [structure?.name, solution && label(`solutions.${solution.key}`)].filter(Boolean);
        return parts.join(' · ') || t('rules.allDevices');
      },
    [app, t, label],
  );
}

/** The columns of a list of rules. */
export function useRuleColumns({ app, calls, addresses }: RuleSource): Column<RuleRow>[] {
  const t = useText();
  const { kind } = useAlarmTexts(app);
  const { language } = useFormats();
  const { label } = useLabels('alarms');
  const scopeOf = useRuleScope({ app });
  const mayEdit = usePermitted(calls.update.route.access);
  return useMemo(() => {
    const nameOf = (row: RuleRow) => ruleName(row, language);
    const kindOf = ({ kind: of, names }: RuleRow) => customName(names, language) ?? kind(of);
    return [
      {
        field: 'name',
        width: 2,
        ...(mayEdit ? { to: ({ id }) => addresses.edit(id) } : {}),
        render: (row) => <RuleLink name={nameOf(row)} to={mayEdit ? addresses.edit(row.id) : undefined} />,
        text: nameOf,
      },
      { field: 'kind', width: 2, render: (row) => <bdi>{kindOf(row)}</bdi>, text: kindOf },
      { field: 'scope', width: 2, render: (row) => <bdi>{scopeOf(row)}</bdi>, text: scopeOf, sortable: false },
      cell('levels', Levels, {
        width: 2,
        text: (row) => row.levels.map(({ severity }) => label(`values.severity.${severity}`)).join(', '),
      }),
      cell('enabled', Enabled, { width: 1, text: (row) => t(row.enabled ? 'rules.on' : 'rules.off') }),
      number('openAlarms', { width: 1 }),
      ago('createdAt', { hidden: true }),
    ];
  }, [mayEdit, addresses, kind, language, label, scopeOf, t]);
}
