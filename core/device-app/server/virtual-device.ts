import { randomUUID } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import type { SensorType } from '#core/devices/common/manifest.ts';
import { configCommands, configOf, type DeviceConfig } from '#core/devices/common/models/model-settings.ts';
import type { Fix } from '#core/telemetry/common/position.ts';
import { dailyValue } from '#core/telemetry/server/api.ts';
import { type DemoRoute, fixOnRoute } from '#core/tracking/common/demo-route.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import type {
  Behaviors,
  CommandAnswer,
  DeviceMemory,
  SensorBehavior,
  Sleeps,
  StateBehavior,
  VirtualDemo,
} from './device-demo.ts';

const telemetry = 'v1/devices/me/telemetry';
const attributes = 'v1/devices/me/attributes';
const events = 'v1/devices/me/event';
const requests = 'v1/devices/me/rpc/request/';

type Phase = 'normal' | 'faulty' | 'offline';
const phases: readonly [Phase, number][] = [
  ['normal', 240_000],
  ['faulty', 45_000],
  ['normal', 200_000],
  ['offline', 400_000],
];
type Value = number | boolean | string;
export type VirtualModel = {
  demo: VirtualDemo;
  behaviors: Behaviors;
  /** In the order of the hardware model. */
  sensors: readonly SensorType[];
  reportEverySeconds: number;
  hardwareId: number;
  serial: string;
  /** The SHA-256 of its secret. */
  key: Buffer;
  /** It is connected for a while after each wake; undefined if it never sleeps. */
  sleeps?: Sleeps | undefined;
  /** Where the device goes; undefined if it does not move. */
  way?: { route: DemoRoute; offset: number } | undefined;
};

/** What the device has reported before: numbers by sensor id, and its configuration. */
type Reported = { latest: Readonly<Record<string, number>>; config: DeviceConfig };

/** A virtual device: it reports readings, discharges its battery, has faults, goes offline and answers commands. */
export class VirtualDevice {
  private readonly client: MqttClient;
  private readonly model: VirtualModel;
  private readonly values = new Map<string, Value>();
  private readonly intervalMs: number;
  private readonly hasFaults: boolean;
  private config: DeviceConfig;
  private battery: number;
  private nextAt: number;
  private phase: Phase = 'normal';
  private phaseIndex = 0;
  private phaseUntil: number;
  /** Whether it has tried to connect. */
  private begun = false;
  private ended = false;
  private awakeUntil: number;
  /** When a device that sleeps wakes by itself; null while it is awake. */
  private wakesAt: number | null = null;
  /** Values that a command changes later: a valve needs time to move. */
  private later: { at: number; values: CommandAnswer['values'] } | null = null;

  private readonly memory: DeviceMemory;

  constructor(client: MqttClient, model: VirtualModel, { latest, config }: Reported, index: number, pauses = 1) {
    this.memory = { key: model.key, serial: model.serial, index, kept: new Map() };
    this.client = client;
    this.model = model;
    this.config = config;
    // Faster than the reporting interval of the model, so that open pages show changes.
    this.intervalMs = Math.min(model.reportEverySeconds * 1000, (5000 + (index % 8) * 2500) * pauses);
    this.hasFaults = index % 7 === 3;
    const charge = model.sensors.find(({ key }) => key === 'battery')?.id;
    this.battery = index % 11 === 5 ? 21 : (latest[String(charge)] ?? 60 + (index % 40));
    this.nextAt = Date.now() + (index % 20) * 300;
    this.awakeUntil = this.nextAt + (model.sleeps?.awakeSeconds ?? 0) * 1000;
    // Faults begin soon after the start, so that the demo shows alarms.
    this.phaseUntil = Date.now() + (5_000 + (index % 9) * 6_000) * pauses;
    for (const { id, key, kind } of model.sensors) {
      const behavior = model.behaviors[key];
      const first =
        behavior && 'state' in behavior ? behavior.state : behavior && 'typical' in behavior ? behavior.typical : 0;
      this.values.set(key, kind === 'number' ? (latest[String(id)] ?? first) : first);
    }
    client.on('connect', () => client.subscribe(`${requests}+`, { qos: 1 }));
    client.on('message', (topic, payload) => this.answerCommand(topic, payload.toString()));
  }

  /** Reports when it is due. Called every second with the time in milliseconds. */
  tick(now: number): void {
    if (this.model.demo.isUnheard?.(this.model.serial)) return;
    if (this.hasFaults && now > this.phaseUntil) this.nextPhase(now);
    if (this.phase === 'offline' || this.isAsleep(now)) return;
    if (!this.client.connected) return void this.reconnect();
    const done = this.model.demo.acts?.(this.model.hardwareId, now, this.memory, this.values);
    if (done) this.report(done);
    if (this.later && now >= this.later.at) {
      this.take(this.later.values);
      this.later = null;
    }
    if (now < this.nextAt) return;
    this.nextAt = now + this.intervalMs;
    const { time: ts, motion, ...position } = this.place(now) ?? { time: now };
    const values = { ...this.measure(), ...(motion !== undefined && this.values.has('motion') ? { motion } : {}) };
    const message = { ts, values, ...('lat' in position ? { position } : {}) };
    this.client.publish(telemetry, JSON.stringify(message), { qos: 1 });
  }

  /** Whether it sleeps between its messages. */
  get sleeps(): boolean {
    return this.model.sleeps !== undefined;
  }

  /** Somebody presses its button: it connects, reports, and stays awake for a while. */
  wake(now: number): void {
    this.wakesAt = null;
    this.awakeUntil = now + (this.model.sleeps?.awakeSeconds ?? 0) * 1000;
    this.nextAt = 0;
  }

  private isAsleep(now: number): boolean {
    const { sleeps } = this.model;
    if (!sleeps || now < this.awakeUntil) return false;
    if (this.wakesAt === null) {
      this.wakesAt = now + sleeps.everySeconds * 1000;
      this.ended = true;
      this.client.end();
    }
    const stirs = this.model.demo.stirs?.(this.model.hardwareId, now, this.memory) ?? false;
    if (now < this.wakesAt && !stirs) return true;
    this.wake(now);
    return false;
  }

  async end(): Promise<void> {
    await this.client.endAsync(true);
  }

  private nextPhase(now: number): void {
    this.phaseIndex = (this.phaseIndex + 1) % phases.length;
    const [phase, ms] = phases[this.phaseIndex] as [Phase, number];
    this.phase = phase;
    this.phaseUntil = now + ms;
    if (phase !== 'offline') return;
    this.ended = true;
    this.client.end(true);
  }

  // A client that was ended without a connection considers itself connecting, on stores that are already closed:
  // `reconnect` creates new ones. Otherwise the client continues by itself: a second attempt would end the first.
  private reconnect(): void {
    if (this.ended) this.client.reconnect();
    else if (!this.begun) this.client.connect();
    this.begun = true;
    this.ended = false;
  }

  private place(now: number): Fix | undefined {
    const { way } = this.model;
    return way && fixOnRoute(way.route, now, way.offset, this.intervalMs);
  }

  private measure(): Record<string, Value> {
    const values: Record<string, Value> = {};
    this.battery = Math.max(4, this.battery - (this.hasFaults ? 0.05 : 0.0005));
    for (const sensor of this.model.sensors) {
      if (sensor.key === 'battery') values.battery = Math.round(this.battery);
      else values[sensor.key] = this.next(sensor);
    }
    return values;
  }

  private next({ key, min, max, decimals = 3 }: SensorType): Value {
    const behavior = this.model.behaviors[key];
    const now = this.values.get(key) ?? 0;
    if (!behavior || 'state' in behavior) return this.phase === 'faulty' ? (behavior?.faultState ?? now) : now;
    if (typeof now !== 'number') return now;
    const next = this.nextNumber(behavior, now);
    const bounded = Math.min(max ?? next, Math.max(min ?? next, next));
    this.values.set(key, bounded);
    return Number(bounded.toFixed(decimals));
  }

  /** Follows the daily curve of the history, so that a chart shows no step where the live values begin. */
  private nextNumber(behavior: Exclude<SensorBehavior, StateBehavior>, now: number): number {
    const { swing = 0, noise = 0 } = behavior;
    const around = 'growth' in behavior ? behavior.growth : behavior.typical;
    const usual = dailyValue({ mean: around, swing }, Date.now());
    if ('growth' in behavior)
      return now + ((Math.max(0, usual) * this.intervalMs) / hourMs) * (0.6 + Math.random() * 0.8);
    const fault = this.phase === 'faulty' ? behavior.faultValue : undefined;
    return now + ((fault ?? usual) - now) * (fault === undefined ? 0.15 : 0.6) + noise * (Math.random() - 0.5);
  }

  /** Takes a configuration over and reports the whole of it. */
  private configure(method: string, params: object): CommandAnswer {
    this.config = { ...this.config, ...configOf(method, params) };
    this.client.publish(attributes, JSON.stringify({ config: this.config }), { qos: 1 });
    return { reply: {} };
  }

  /** Takes values over, to be reported at once. */
  private take(values: CommandAnswer['values'] = {}): void {
    for (const [key, value] of Object.entries(values)) this.values.set(key, value);
    this.nextAt = 0;
  }

  /** Reports what has changed: values with the next message, attributes and events at once. */
  private report(done: Omit<CommandAnswer, 'reply'>): void {
    const { values, channels, later, attributes: reported, events: happened = [] } = done;
    if (values) this.take(values);
    if (channels) {
      const ts = Date.now();
      const entries = Object.entries(channels).map(([channel, of]) => ({ channel, ts, values: of }));
      this.client.publish(telemetry, JSON.stringify(entries), { qos: 1 });
    }
    if (later) this.later = { at: Date.now() + later.ms, values: later.values };
    if (reported) this.client.publish(attributes, JSON.stringify(reported), { qos: 1 });
    for (const event of happened)
      this.client.publish(events, JSON.stringify({ id: randomUUID(), ts: Date.now(), ...event }), { qos: 1 });
  }

  private answerCommand(topic: string, payload: string): void {
    const { method = '', params = {} } = JSON.parse(payload) as { method?: string; params?: Record<string, unknown> };
    this.awakeUntil = Date.now() + (this.model.sleeps?.awakeSeconds ?? 0) * 1000;
    const answer = Object.hasOwn(configCommands, method)
      ? this.configure(method, params)
      : this.model.demo.answerCommand?.(method, params, this.values, this.memory);
    this.report(answer ?? {});
    const reply = answer?.reply ?? { error: `unknown method ${method}` };
    if (this.client.connected)
      this.client.publish(`v1/devices/me/rpc/response/${topic.slice(requests.length)}`, JSON.stringify(reply), {
        qos: 1,
      });
  }
}
