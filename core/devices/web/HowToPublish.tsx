import { Stack, Text } from '@mantine/core';
import type { DevicePage } from '../common/device.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { useText } from './texts.ts';

const topic = 'v1/devices/me/telemetry';

/** An example message with values of the device's sensors. */
function exampleOf(device: DevicePage): string {
  const values = device.values
    .slice(0, 2)
    .map(({ sensor, value, kind }) => [sensor, value ?? (kind === 'number' ? 1 : kind === 'boolean' ? false : '')]);
  return JSON.stringify({
    ts: Date.parse(device.lastSeenAt ?? device.createdAt),
    values: values.length > 0 ? Object.fromEntries(values) : { battery: 90 },
  });
}

/** Commands for a terminal that send a message as this device, over MQTT and HTTP. */
export function HowToPublish({ device }: { device: DevicePage }) {
  const t = useText();
  const user = device.credentialName ?? device.serial;
  const message = exampleOf(device);
  const { hostname, origin } = window.location;
  const mqtt = `mosquitto_pub -h ${hostname} -q 1 -u ${user} -P '<secret>' \\\n  -t ${topic} \\\n  -m '${message}'`;
  const http = `curl -u '${user}:<secret>' \\\n  ${origin}/api/v1/telemetry \\\n  -H 'content-type: application/json' \\\n  -d '${message}'`;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('connection.publishText')}
      </Text>
      <CodeBlock label={t('connection.topic')} text={topic} />
      <CodeBlock label={t('connection.overMqtt')} text={mqtt} />
      <CodeBlock label={t('connection.overHttp')} text={http} />
    </Stack>
  );
}
