import { advanceCommand } from '#core/commands/server/api.ts';
import type { CachedDevice } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { mergeAttributes } from '../attributes.ts';
import { storeDeadLetter } from '../dead-letters/dead-letter-store.ts';
import { maxPayloadBytes } from './decode.ts';
import type { TelemetryIntake } from './intake.ts';
import { parseStorable } from './strict-json.ts';
import { attributesTopic, eventTopic, responsePattern, telemetryTopic } from './topics.ts';

/** Handles a published message by its topic. Resolves once it is durable. */
export function receive(
  kit: Kit,
  intake: TelemetryIntake,
  device: CachedDevice,
  topic: string,
  payload: Buffer,
): Promise<void> {
  if (topic === telemetryTopic || topic === eventTopic) return intake.accept(device, topic, payload);
  if (topic === attributesTopic) return mergeAttributes(kit, device, topic, payload);
  const commandId = responsePattern.exec(topic)?.[1];
  if (commandId) return receiveCommandResponse(kit, device, Number(commandId), topic, payload);
  return storeDeadLetter(kit, device, topic, payload, [{ param: 'topic', msg: 'foreign-topic' }]);
}

/** Completes a command. Only the first response counts. */
async function receiveCommandResponse(
  kit: Kit,
  device: CachedDevice,
  commandId: number,
  topic: string,
  payload: Buffer,
): Promise<void> {
  const { value: response = null, fault } = parseStorable(payload, maxPayloadBytes);
  if (fault) return storeDeadLetter(kit, device, topic, payload, [fault]);
  const failed = typeof response === 'object' && response !== null && 'error' in response;
  await advanceCommand(kit, device.id, commandId, failed ? 'failed' : 'confirmed', { response });
}
