import type { MqttClient } from 'mqtt';

export type DeviceCommand = { method: string; params: Record<string, unknown> };
/** Answers a command that came on a topic. */
export type Answer = (topic: string, command: DeviceCommand) => Promise<unknown>;

/**
 * Answers the commands that an MQTT client receives. Stop it before you end the client: it finishes the answers that
 * have begun, and one that the server cut off by leaving does not fail.
 */
export class Answers {
  private readonly begun = new Set<Promise<void>>();
  private ended = false;

  follow(client: MqttClient, answer: Answer): void {
    client.on('message', (topic, payload) => {
      const one = answer(topic, JSON.parse(payload.toString())).then(
        () => void this.begun.delete(one),
        (error: unknown) => {
          this.begun.delete(one);
          if (!this.ended) throw error;
        },
      );
      this.begun.add(one);
    });
  }

  async stop(client: MqttClient): Promise<void> {
    client.removeAllListeners('message');
    const closed = new Promise<void>((resolve) => {
      if (client.connected) client.once('close', resolve);
      else resolve();
    });
    await Promise.race([Promise.all(this.begun), closed]);
    this.ended = true;
  }
}
