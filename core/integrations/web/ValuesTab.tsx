import { ActionIcon, Badge, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import type { Connector } from '../common/connector.ts';
import type { MappingRule } from '../common/mapping.ts';
import { api, useText } from './api.ts';
import { EnumValues } from './codecs/EnumValues.tsx';
import classes from './Integrations.module.css';

/** Which keys of the messages become which sensors, and the keys that become none. */
export function ValuesTab({ connector }: { connector: Connector }) {
  const t = useText();
  const [rules, setRules] = useState<readonly MappingRule[]>(connector.mapping);
  const save = useAction(api.connector.update);
  const mapped = new Set(rules.map(({ key }) => key));
  const unused = connector.unusedKeys.filter(({ key }) => !mapped.has(key));
  const add = (key: string) => setRules([...rules, { key, sensor: key, factor: 1, offset: 0, values: {} }]);
  const change = (at: number, part: Partial<MappingRule>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  return (
    <Panels>
      <Panel title={t('mapping.title')}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('mapping.text')}
          </Text>
          {rules.map((rule, index) => (
            <Rule
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its key, which is edited
              key={index}
              rule={rule}
              change={(part) => change(index, part)}
              remove={() => setRules(rules.filter((_, at) => at !== index))}
            />
          ))}
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
              onClick={() => add('')}
            >
              {t('mapping.add')}
            </Button>
            <Button
              loading={save.pending}
              disabled={rules === connector.mapping || rules.some(({ key }) => key.trim() === '')}
              onClick={() => save.run({ params: { id: connector.id }, body: { mapping: [...rules] } })}
            >
              {t('mapping.save')}
            </Button>
          </Group>
        </Stack>
      </Panel>
      {unused.length > 0 && (
        <Panel title={t('mapping.unused')}>
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {t('mapping.unusedText')}
            </Text>
            {unused.map(({ key, example }) => (
              <Group key={key} gap="xs">
                <bdi className={classes.key}>{key}</bdi>
                <Badge variant="light" color="gray" tt="none">
                  {example}
                </Badge>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => add(key)}
                  aria-label={t('mapping.useOf', { key })}
                >
                  {t('mapping.use')}
                </Button>
              </Group>
            ))}
          </Stack>
        </Panel>
      )}
    </Panels>
  );
}

type RuleProps = { rule: MappingRule; change(part: Partial<MappingRule>): void; remove(): void };

function Rule({ rule: { key, sensor, factor, offset, values }, change, remove }: RuleProps) {
  const t = useText();
  const number = (part: 'factor' | 'offset', value: number) => (
    <NumberInput
      label={t(`mapping.${part}`)}
      value={value}
      onChange={(next) => change({ [part]: Number(next) || 0 })}
    />
  );
  return (
    <div className={classes.rule}>
      <TextInput
        label={t('mapping.key')}
        dir="ltr"
        value={key}
        onChange={(event) => change({ key: event.currentTarget.value })}
      />
      <TextInput
        label={t('mapping.sensor')}
        dir="ltr"
        value={sensor ?? ''}
        placeholder={t('mapping.ignored')}
        onChange={(event) => change({ sensor: event.currentTarget.value.trim() || null })}
      />
      {number('factor', factor)}
      {number('offset', offset)}
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('mapping.removeOf', { key })} onClick={remove}>
        <IconTrash size={iconSizes.md} aria-hidden />
      </ActionIcon>
      {sensor !== null && (
        <div className={classes.wide}>
          <EnumValues ruleKey={key} values={values} onChange={(next) => change({ values: next })} />
        </div>
      )}
    </div>
  );
}
