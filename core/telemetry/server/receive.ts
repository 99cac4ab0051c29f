import { type KnownDevice, moveCommand } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { mergeAttributes } from './attributes.ts';
import { storeDeadLetter } from './dead-letter-store.ts';
import { maxPayloadBytes } from './decode.ts';
import type { Intake } from './intake.ts';
import { readWhole } from './strict-json.ts';
import { attributesTopic, responsePattern, telemetryTopic } from './topics.ts';

/** What a device published, by its topic; resolves once it cannot be lost. */
export function receive(kit: Kit, intake: Intake, device: KnownDevice, topic: string, payload: Buffer): Promise<void> {
  if (topic === telemetryTopic) return intake.take(device, topic, payload);
  if (topic === attributesTopic) return mergeAttributes(kit, device, topic, payload);
  const answered = responsePattern.exec(topic)?.[1];
  if (answered) return receiveAnswer(kit, device, Number(answered), topic, payload);
  return storeDeadLetter(kit, device, topic, payload, [{ param: 'topic', msg: 'foreign-topic' }]);
}

/** The first answer to a command counts; a repeated one changes nothing. */
async function receiveAnswer(
  kit: Kit,
  device: KnownDevice,
  commandId: number,
  topic: string,
  payload: Buffer,
): Promise<void> {
  const { value: answer = null, fault } = readWhole(payload, maxPayloadBytes);
  if (fault) return storeDeadLetter(kit, device, topic, payload, [fault]);
  const failed = typeof answer === 'object' && answer !== null && 'error' in answer;
  await moveCommand(kit, device.id, commandId, failed ? 'failed' : 'confirmed', answer);
}
