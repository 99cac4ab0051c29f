import { Group } from '@mantine/core';
import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { AddRule } from './AddRule.tsx';
import { useRuleColumns } from './rule-columns.tsx';
import { type RuleSource, ruleSource } from './source.ts';
import { useRuleActions } from './use-rule-actions.tsx';

type Props = { app: AppManifest; deviceId: number };

/** The rules that hold for a device, and a button that adds one. */
export function DeviceRules({ app, deviceId }: Props) {
  const source = ruleSource(app);
  return source ? <RulesOfDevice source={source} deviceId={deviceId} /> : null;
}

function RulesOfDevice({ source: { app, calls }, deviceId }: { source: RuleSource; deviceId: number }) {
  const { rowActions, drawer } = useRuleActions();
  const apps = useMemo(() => [app], [app]);
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <AddRule apps={apps} deviceId={deviceId} />
      </Group>
      <ListView
        of={{ list: calls.ofDevice, remove: calls.remove }}
        namespace="rules"
        table={`${app.id}_alarms_rules-device`}
        params={{ id: deviceId }}
        columns={useRuleColumns(apps)}
        empty="deviceRule"
        rowActions={rowActions}
        live={{ topics: ['alarms'] }}
      />
      {drawer}
    </>
  );
}
