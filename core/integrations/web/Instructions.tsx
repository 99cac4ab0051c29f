import { Alert, List, Stack, Text } from '@mantine/core';
import { CodeBlock } from '#core/devices/web/parts.tsx';
import type { Connector } from '../common/connector.ts';
import { useText } from './api.ts';
import { useConnectorKinds } from './use-connector-kinds.ts';

/** The secret, which is shown once. */
export function SecretOnce({ secret }: { secret: string }) {
  const t = useText();
  return (
    <>
      <Alert title={t('secret.onceTitle')} role="status">
        {t('secret.once')}
      </Alert>
      <CodeBlock label={t('secret.title')} text={secret} />
    </>
  );
}

type Props = { connector: Pick<Connector, 'kind' | 'key'>; secret?: string };

/** What to enter at the other end, by the kind of the connector. */
export function Instructions({ connector: { kind, key }, secret = 'SECRET' }: Props) {
  const t = useText();
  const { labelsOf, specOf } = useConnectorKinds();
  const { label, has } = labelsOf(kind);
  const textOf = (name: string | number) => `connectorSetup.${kind}.${name}`;
  const base = `${window.location.origin}/api/v1/connect/${key}`;
  const address = specOf(kind)?.inAddress ? `${base}/osmand` : base;
  const examples: Partial<Record<string, string>> = {
    traccar: `<entry key="forward.enable">true</entry>\n<entry key="forward.json">true</entry>\n<entry key="forward.url">${address}</entry>\n<entry key="forward.header">Authorization: Bearer ${secret}</entry>\n<entry key="forward.retry.enable">true</entry>`,
    osmand: `curl -u "any:${secret}" "${address}?id=490154203237518&lat=25.0805&lon=55.1403&timestamp=$(date +%s)"`,
    http: `curl -H "authorization: Bearer ${secret}" -H "content-type: application/json" \\\n  -d '{"id":"70B3D5AC00000001","temperature":21.5}' ${address}`,
  };
  const example = examples[kind];
  return (
    <Stack gap="sm">
      <CodeBlock label={t('address')} text={address} />
      <CodeBlock label={t('header')} text={`Authorization: Bearer ${secret}`} />
      <List type="ordered" spacing="xs">
        {[1, 2, 3, 4, 5].flatMap((step) =>
          has(textOf(step)) ? [<List.Item key={step}>{label(textOf(step))}</List.Item>] : [],
        )}
      </List>
      {example && <CodeBlock label={t('example')} text={example} />}
      {has(textOf('loss')) && (
        <Text size="sm" c="dimmed">
          {label(textOf('loss'))}
        </Text>
      )}
      {has(textOf('broker')) && <Text size="sm">{label(textOf('broker'))}</Text>}
    </Stack>
  );
}
