import { Group } from '@mantine/core';
import type { AppManifest } from '#platform/common/define-app.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { AddRule, useRuleActions } from './RulesPage.tsx';
import { useRuleColumns } from './rule-columns.tsx';
import { type RuleSource, ruleSource } from './source.ts';

type Props = { app: AppManifest; deviceId: number };

/** The rules that hold for a device, and a button that adds one. */
export function DeviceRules({ app, deviceId }: Props) {
  const source = ruleSource(app);
  return source ? <RulesOfDevice source={source} deviceId={deviceId} /> : null;
}

function RulesOfDevice({ source, deviceId }: { source: RuleSource; deviceId: number }) {
  const { rowActions, drawer } = useRuleActions(source);
  const add = <AddRule source={source} deviceId={deviceId} />;
  return (
    <>
      <Group justify="flex-end" mb="sm">
        {add}
      </Group>
      <ListView
        of={{ list: source.calls.ofDevice, remove: source.calls.remove }}
        namespace="alarms"
        table={`${source.app.id}_alarms_rules-device`}
        params={{ id: deviceId }}
        columns={useRuleColumns(source)}
        empty="deviceRule"
        rowActions={rowActions}
        live={{ topics: ['alarms'] }}
      />
      {drawer}
    </>
  );
}
