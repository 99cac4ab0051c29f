import type { SensorType } from '../manifest.ts';

export const telemetryTopic = 'v1/devices/me/telemetry';
export const telemetryPath = '/api/v1/telemetry';

/** Where devices of this installation connect, and with which credentials. */
export type PublishTarget = {
  mqtt: { host: string; port: number; tls: boolean };
  /** The origin of the web address. */
  origin: string;
  name: string;
  secret: string;
  values: Readonly<Record<string, number | boolean | string>>;
};

/** A plausible value of a sensor: its declared example, else one within its range. */
export function exampleValue({
  kind,
  example,
  min = 0,
  max = 100,
  decimals = 0,
}: SensorType): number | boolean | string {
  if (example !== undefined) return example;
  if (kind === 'boolean') return false;
  if (kind === 'text') return 'ok';
  return Number((min + (max - min) / 4).toFixed(decimals));
}

/** Text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const messageOf = ({ values }: PublishTarget): string => JSON.stringify({ values });

/** A command for a terminal that publishes the values once over MQTT. */
export const mqttCommand = (target: PublishTarget): string => {
  const { mqtt, name, secret } = target;
  return [
    `mosquitto_pub -h ${quoted(mqtt.host)} -p ${mqtt.port}${mqtt.tls ? ' --tls-use-os-certs' : ''} -q 1`,
    `-u ${quoted(name)} -P ${quoted(secret)}`,
    `-t ${quoted(telemetryTopic)}`,
    `-m ${quoted(messageOf(target))}`,
  ].join(' \\\n  ');
};

/** A command for a terminal that posts the values once over HTTP. */
export const httpCommand = (target: PublishTarget): string =>
  [
    `curl -u ${quoted(`${target.name}:${target.secret}`)}`,
    quoted(`${target.origin}${telemetryPath}`),
    `-H ${quoted('content-type: application/json')}`,
    `-d ${quoted(messageOf(target))}`,
  ].join(' \\\n  ');

/** A sketch for Arduino that publishes the values each interval with the library PubSubClient. */
export const arduinoSketch = (target: PublishTarget, intervalSeconds: number): string => {
  const { mqtt, name, secret } = target;
  const text = (value: string) => JSON.stringify(value);
  return `#include <${mqtt.tls ? 'WiFiClientSecure' : 'WiFi'}.h>
#include <PubSubClient.h>

const char* wifiName = "your-wifi";
const char* wifiPassword = "your-wifi-password";

${mqtt.tls ? 'WiFiClientSecure' : 'WiFiClient'} network;
PubSubClient client(network);

void setup() {
  WiFi.begin(wifiName, wifiPassword);
  while (WiFi.status() != WL_CONNECTED) delay(500);${
    mqtt.tls ? '\n  // Set the certificate of the authority in a real device instead.\n  network.setInsecure();' : ''
  }
  client.setServer(${text(mqtt.host)}, ${mqtt.port});
  client.setBufferSize(1024);
}

void loop() {
  if (!client.connected()) client.connect(${text(name)}, ${text(name)}, ${text(secret)});
  // Replace these with the measured values.
  client.publish(${text(telemetryTopic)}, ${text(messageOf(target))});
  client.loop();
  delay(${intervalSeconds * 1000});
}
`;
};
