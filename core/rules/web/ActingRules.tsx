import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { ruleName } from '#core/alarms/common/rule-name.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useRuleScope } from './rule-columns.tsx';
import { type RuleSource, ruleSource } from './source.ts';
import { useText } from './texts.ts';

/** The rules that may send commands to a device, switched on or off. */
export function ActingRules({ app, deviceId }: { app: AppManifest; deviceId: number }) {
  const source = ruleSource(app);
  return source ? <RulesOf source={source} deviceId={deviceId} /> : null;
}

function RulesOf({ source: { app, calls, addresses }, deviceId }: { source: RuleSource; deviceId: number }) {
  const t = useText();
  const { language } = useFormats();
  const scopeOf = useRuleScope(useMemo(() => [app], [app]));
  const reads = usePermitted(calls.acting.route.access);
  const edits = usePermitted(calls.update.route.access);
  const query = useData(calls.acting, { params: { id: deviceId } }, { enabled: reads });
  if (!reads) return null;
  const rules = query.data?.data ?? [];
  return (
    <Panel title={t('rules.acting.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(rules.length > 0 ? 'rules.acting.hint' : 'rules.acting.none')}
        </Text>
        {rules.map((rule) => (
          <Group key={rule.id} gap="xs" justify="space-between" wrap="nowrap">
            <div>
              {edits && rule.templateVersionId === null ? (
                <Anchor component={Link} to={addresses.edit(rule.id)}>
                  <bdi>{ruleName(rule, language)}</bdi>
                </Anchor>
              ) : (
                <bdi>{ruleName(rule, language)}</bdi>
              )}
              <Text size="sm" c="dimmed">
                <bdi>{scopeOf(rule)}</bdi>
              </Text>
            </div>
            <ToneChip tone={rule.enabled ? 'good' : 'none'}>{t(rule.enabled ? 'rules.on' : 'rules.off')}</ToneChip>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
