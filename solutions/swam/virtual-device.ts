import type { MqttClient } from 'mqtt';
import { hardware, sensorTypes } from './common/sensors.ts';

const byKey = new Map(sensorTypes.map((sensor) => [sensor.key, sensor]));
const telemetry = 'v1/devices/me/telemetry';
const requests = 'v1/devices/me/rpc/request/';

/** Usual value, how far it drifts, and what it does when something is wrong. */
const nature: Record<string, [usual: number, drift: number, wrong: number]> = {
  level: [2.1, 0.03, 3.25],
  fillPercent: [70, 1, 98],
  temperature: [24, 0.2, 31],
  ph: [7.4, 0.03, 6.1],
  turbidity: [0.6, 0.05, 4],
  chlorine: [0.8, 0.03, 0.1],
  conductivity: [620, 6, 900],
  flow: [14, 1.5, 85],
  pressure: [3.2, 0.05, 1.1],
  co2: [620, 25, 1500],
  humidity: [48, 0.8, 70],
  pm25: [14, 1.5, 90],
  pm10: [38, 3, 150],
  tvoc: [180, 12, 600],
  ozone: [28, 2, 60],
  methane: [0.4, 0.1, 18],
  carbonMonoxide: [2, 0.5, 48],
  hydrogenSulfide: [0.2, 0.05, 6],
  supplyTemperature: [6.5, 0.1, 9],
  returnTemperature: [12.4, 0.2, 14],
  coolingPower: [46, 3, 80],
  power: [8.5, 0.6, 19],
  voltageL1: [230, 0.8, 246],
  voltageL2: [231, 0.8, 246],
  voltageL3: [229, 0.8, 246],
  probe1: [3.6, 0.2, 10.5],
  probe2: [4.1, 0.2, 10],
  probe3: [-18.4, 0.3, -9],
};
/** What a total grows by in an hour. */
const growth: Record<string, number> = { volume: 0.6, gasVolume: 0.35, thermalEnergy: 42, energy: 8.5 };
const hourMs = 3_600_000;

type Mood = 'well' | 'wrong' | 'silent';
const moods: readonly [Mood, number][] = [
  ['well', 240_000],
  ['wrong', 45_000],
  ['well', 200_000],
  ['silent', 400_000],
];

/** One device: it measures, reports, runs low on battery, drops out, goes wrong for a while, and answers commands. */
export class VirtualDevice {
  private readonly client: MqttClient;
  private readonly sensors: readonly string[];
  private readonly values = new Map<string, number>();
  private readonly everyMs: number;
  private readonly trouble: boolean;
  private battery: number;
  private valve = 'open';
  private nextAt: number;
  private mood: Mood = 'well';
  private moodAt = 0;
  private moodUntil: number;

  constructor(client: MqttClient, hardwareId: number, latest: Readonly<Record<string, number>>, index: number) {
    const model = hardware.find((one) => one.id === hardwareId);
    this.client = client;
    this.sensors = model?.sensors ?? [];
    // Faster than the model says, so that somebody who looks sees life; never faster than a real one could.
    this.everyMs = Math.min((model?.reportEverySeconds ?? 60) * 1000, 5000 + (index % 8) * 2500);
    this.trouble = index % 7 === 3;
    this.battery = index % 11 === 5 ? 21 : 60 + (index % 40);
    this.nextAt = Date.now() + (index % 20) * 300;
    // Trouble begins soon after the start, so that somebody who looks sees alarms.
    this.moodUntil = Date.now() + 5_000 + (index % 9) * 6_000;
    for (const key of this.sensors) {
      const known = latest[String(byKey.get(key)?.id)];
      this.values.set(key, known ?? nature[key]?.[0] ?? 0);
    }
    client.on('connect', () => client.subscribe(`${requests}+`, { qos: 1 }));
    client.on('message', (topic, payload) => this.obey(topic, payload.toString()));
  }

  /** Called every second with the time (ms). */
  live(now: number): void {
    if (this.trouble && now > this.moodUntil) this.changeMood(now);
    if (this.mood === 'silent') return;
    if (!this.client.connected && !this.client.reconnecting) this.client.connect();
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
    if (mood === 'silent') this.client.end(true);
  }

  private measure(): Record<string, number | boolean | string> {
    const out: Record<string, number | boolean | string> = {};
    this.battery = Math.max(4, this.battery - (this.trouble ? 0.05 : 0.0005));
    for (const key of this.sensors) {
      if (key === 'battery') out[key] = Math.round(this.battery);
      else if (key === 'rssi') out[key] = -88 + Math.round(Math.random() * 6);
      else if (key === 'valve') out[key] = this.valve;
      else if (key === 'relay') out[key] = this.valve === 'open';
      else if (key === 'leak') out[key] = this.mood === 'wrong';
      else out[key] = this.next(key);
    }
    return out;
  }

  private next(key: string): number {
    const now = this.values.get(key) ?? 0;
    const grows = growth[key];
    const [usual, drift, wrong] = nature[key] ?? [now, 0, now];
    const goal = this.mood === 'wrong' ? wrong : usual;
    const next =
      grows === undefined
        ? now + (goal - now) * (this.mood === 'wrong' ? 0.6 : 0.15) + (Math.random() - 0.5) * 2 * drift
        : now + ((grows * this.everyMs) / hourMs) * (0.6 + Math.random() * 0.8);
    const sensor = byKey.get(key);
    const kept = Math.min(sensor?.max ?? next, Math.max(sensor?.min ?? next, next));
    this.values.set(key, kept);
    return Number(kept.toFixed(sensor?.decimals ?? 3));
  }

  private obey(topic: string, payload: string): void {
    const id = topic.slice(requests.length);
    const { method, params } = JSON.parse(payload) as { method?: string; params?: { position?: string } };
    if (method === 'valve' && (params?.position === 'open' || params?.position === 'closed')) {
      this.valve = params.position;
      this.nextAt = 0;
      this.answer(id, { position: this.valve });
    } else if (method === 'ping') this.answer(id, { battery: Math.round(this.battery) });
    else this.answer(id, { error: `unknown method ${method}` });
  }

  private answer(id: string, body: object): void {
    this.client.publish(`v1/devices/me/rpc/response/${id}`, JSON.stringify(body), { qos: 1 });
  }
}
