import type { MqttClient } from 'mqtt';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { DeviceDemo } from './demo-types.ts';

const telemetry = 'v1/devices/me/telemetry';
const requests = 'v1/devices/me/rpc/request/';
const hourMs = 3_600_000;

type Mood = 'well' | 'wrong' | 'silent';
const moods: readonly [Mood, number][] = [
  ['well', 240_000],
  ['wrong', 45_000],
  ['well', 200_000],
  ['silent', 400_000],
];
type Value = number | boolean | string;
export type VirtualModel = {
  demo: DeviceDemo;
  /** In the order of the model. */
  sensors: readonly SensorType[];
  reportEverySeconds: number;
};

/** One device: it measures, reports, runs low on battery, drops out, goes wrong for a while, and answers commands. */
export class VirtualDevice {
  private readonly client: MqttClient;
  private readonly model: VirtualModel;
  private readonly values = new Map<string, Value>();
  private readonly everyMs: number;
  private readonly trouble: boolean;
  private battery: number;
  private nextAt: number;
  private mood: Mood = 'well';
  private moodAt = 0;
  private moodUntil: number;
  private ended = false;

  constructor(client: MqttClient, model: VirtualModel, latest: Readonly<Record<string, number>>, index: number) {
    this.client = client;
    this.model = model;
    // Faster than the model says, so that somebody who looks sees life; never faster than a real one could.
    this.everyMs = Math.min(model.reportEverySeconds * 1000, 5000 + (index % 8) * 2500);
    this.trouble = index % 7 === 3;
    this.battery = index % 11 === 5 ? 21 : 60 + (index % 40);
    this.nextAt = Date.now() + (index % 20) * 300;
    // Trouble begins soon after the start, so that somebody who looks sees alarms.
    this.moodUntil = Date.now() + 5_000 + (index % 9) * 6_000;
    for (const { id, key, kind } of model.sensors) {
      const nature = model.demo.natures[key];
      const first = nature && 'state' in nature ? nature.state : nature && 'usual' in nature ? nature.usual : 0;
      this.values.set(key, kind === 'number' ? (latest[String(id)] ?? first) : first);
    }
    client.on('connect', () => client.subscribe(`${requests}+`, { qos: 1 }));
    client.on('message', (topic, payload) => this.obey(topic, payload.toString()));
  }

  /** Called every second with the time (ms). */
  live(now: number): void {
    if (this.trouble && now > this.moodUntil) this.changeMood(now);
    if (this.mood === 'silent') return;
    if (!this.client.connected) return void this.comeBack();
    if (now < this.nextAt) return;
    this.nextAt = now + this.everyMs;
    this.client.publish(telemetry, JSON.stringify({ ts: now, values: this.measure() }), { qos: 1 });
  }

  async end(): Promise<void> {
    await this.client.endAsync(true);
  }

  private changeMood(now: number): void {
    this.moodAt = (this.moodAt + 1) % moods.length;
    const [mood, ms] = moods[this.moodAt] as [Mood, number];
    this.mood = mood;
    this.moodUntil = now + ms;
    if (mood !== 'silent') return;
    this.ended = true;
    this.client.end(true);
  }

  // A client that was ended while it had lost its connection takes itself for one that is connecting anew, on stores that
  // are closed: `reconnect` gives it others.
  private comeBack(): void {
    if (this.ended) this.client.reconnect();
    else if (!this.client.reconnecting && !this.client.disconnecting) this.client.connect();
    this.ended = false;
  }

  private measure(): Record<string, Value> {
    const out: Record<string, Value> = {};
    this.battery = Math.max(4, this.battery - (this.trouble ? 0.05 : 0.0005));
    for (const sensor of this.model.sensors) {
      if (sensor.key === 'battery') out.battery = Math.round(this.battery);
      else out[sensor.key] = this.next(sensor);
    }
    return out;
  }

  private next({ key, min, max, decimals = 3 }: SensorType): Value {
    const nature = this.model.demo.natures[key];
    const now = this.values.get(key) ?? 0;
    const wrong = this.mood === 'wrong';
    if (!nature || 'state' in nature) return wrong ? (nature?.wrongState ?? now) : now;
    if (typeof now !== 'number') return now;
    const noise = (nature.noise ?? 0) * (Math.random() - 0.5);
    const next =
      'growth' in nature
        ? now + ((nature.growth * this.everyMs) / hourMs) * (0.6 + Math.random() * 0.8)
        : now + ((wrong ? (nature.wrong ?? nature.usual) : nature.usual) - now) * (wrong ? 0.6 : 0.15) + noise;
    const kept = Math.min(max ?? next, Math.max(min ?? next, next));
    this.values.set(key, kept);
    return Number(kept.toFixed(decimals));
  }

  private obey(topic: string, payload: string): void {
    const { method = '', params = {} } = JSON.parse(payload) as { method?: string; params?: Record<string, unknown> };
    const obeyed = this.model.demo.obey?.(method, params);
    for (const [key, value] of Object.entries(obeyed?.values ?? {})) this.values.set(key, value);
    this.nextAt = 0;
    const reply = obeyed?.reply ?? { error: `unknown method ${method}` };
    if (this.client.connected)
      this.client.publish(`v1/devices/me/rpc/response/${topic.slice(requests.length)}`, JSON.stringify(reply), {
        qos: 1,
      });
  }
}
