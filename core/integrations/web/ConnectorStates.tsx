import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Connector } from '../common/connector.ts';

type Health = Pick<Connector, 'enabled' | 'fault' | 'silent' | 'codecFailing'>;

/** The problems of a connector as keys of texts, the worst first; empty without problems. */
export function troublesOf({ enabled, fault, silent, codecFailing }: Health): (keyof typeof tones)[] {
  if (!enabled) return ['off'];
  return [
    ...(fault ? ([fault] as const) : []),
    ...(codecFailing ? (['codec-failing'] as const) : []),
    ...(silent ? (['silent'] as const) : []),
  ];
}

const tones = {
  off: 'none',
  'not-admitted': 'problem',
  'broker-refuses': 'problem',
  'many-refused': 'poor',
  'codec-failing': 'poor',
  silent: 'poor',
  on: 'good',
} as const;

/** The state of a connector as text. */
export function useStateText() {
  const { label } = useLabels('integrations');
  return (connector: Health): string => label(`states.${troublesOf(connector)[0] ?? 'on'}`);
}

/** The worst problem of a connector, or that it runs. */
export function StateChip({ connector }: { connector: Health }) {
  const text = useStateText();
  return <ToneChip tone={tones[troublesOf(connector)[0] ?? 'on']}>{text(connector)}</ToneChip>;
}

/** The problems of a connector, as chips. */
export function TroubleChips({ connector }: { connector: Health }) {
  const { label } = useLabels('integrations');
  return troublesOf(connector).map((trouble) => (
    <ToneChip key={trouble} tone={tones[trouble]}>
      {label(`states.${trouble}`)}
    </ToneChip>
  ));
}

/** The problems of a connector, with explanations. */
export function TroubleNotes({ connector }: { connector: Health }) {
  const { label } = useLabels('integrations');
  const troubles = troublesOf(connector).filter((trouble) => trouble !== 'off');
  if (troubles.length === 0) return null;
  return (
    <Stack gap="xs">
      {troubles.map((trouble) => (
        <Alert
          key={trouble}
          color={tones[trouble] === 'problem' ? 'red' : 'orange'}
          title={label(`states.${trouble}`)}
          icon={<IconAlertTriangle size={iconSizes.md} aria-hidden />}
        >
          {label(`stateNotes.${trouble}`)}
        </Alert>
      ))}
    </Stack>
  );
}
