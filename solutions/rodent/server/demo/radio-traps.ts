import type { VirtualChirpstack } from '#core/integrations/server/api.ts';
import { type TrapScene, trapScenes } from './virtual-traps.ts';

type Network = Pick<VirtualChirpstack, 'uplink' | 'twice'>;
type State = { counter: number; sprung: boolean; round: number; nextAt: number };

const pauseMs = 10 * 60_000;
const heartbeatMs = 60_000;
const port = 2;
const types = { hit: 1, heartbeat: 2, service: 3 } as const;
const flags = { sprung: 1, body: 2, magnet: 16 } as const;
/** 3.52 V. */
const battery = 152;

/** The ten bytes of a message of TrapSense. */
export function trapFrame(
  type: keyof typeof types,
  { counter, at, ...shown }: { counter: number; at: number; sprung?: boolean; body?: boolean; magnet?: boolean },
): string {
  const bytes = Buffer.alloc(10);
  const set = Object.entries(flags).filter(([name]) => shown[name as keyof typeof shown]);
  bytes.writeUInt8(types[type], 0);
  bytes.writeUInt8(
    set.reduce((sum, [, bit]) => sum + bit, 0),
    1,
  );
  bytes.writeUInt8(battery, 2);
  bytes.writeUInt16BE(counter % 65_536, 3);
  bytes.writeInt8(5, 5);
  bytes.writeUInt32BE(Math.floor(at / 1000), 6);
  return bytes.toString('base64');
}

/** Traps in a radio network, which loses some of their frames and hears others twice. */
export class RadioTraps {
  private readonly states: Map<string, State>;
  private readonly network: Network;

  /** `counters`: of each trap, by its serial number. */
  constructor(network: Network, counters: ReadonlyMap<string, number>) {
    this.network = network;
    this.states = new Map(
      [...counters].map(([serial, counter], n) => [serial, { counter, sprung: false, round: n, nextAt: n * 110_000 }]),
    );
  }

  /** Called every minute with the time since the start and the time of day, in ms. */
  async tick(since: number, now: number): Promise<void> {
    for (const [serial, state] of this.states) {
      if (since < state.nextAt) {
        if (since < heartbeatMs) await this.send(serial, trapFrame('heartbeat', { ...state, at: now }));
        continue;
      }
      state.nextAt = since + pauseMs;
      await this.act(serial, state, now);
    }
  }

  private async act(serial: string, state: State, now: number): Promise<void> {
    if (state.sprung) {
      state.sprung = false;
      return this.send(serial, trapFrame('service', { ...state, at: now, magnet: true }));
    }
    const scene = trapScenes[state.round++ % trapScenes.length] as TrapScene;
    if (scene === 'service') return this.send(serial, trapFrame('service', { ...state, at: now, magnet: true }));
    // Those before it were lost on their way.
    state.counter += scene === 'lost' ? 3 : 1;
    state.sprung = scene !== 'self-rearm';
    const body = scene !== 'self-rearm' && scene !== 'vibration';
    this.network.twice = scene === 'doubled';
    const { counter } = state;
    await this.send(serial, trapFrame('hit', { counter, at: now, sprung: true, body }));
    this.network.twice = false;
    if (scene === 'self-rearm') await this.send(serial, trapFrame('heartbeat', { counter, at: now + 1000 }));
  }

  private async send(serial: string, data: string): Promise<void> {
    await this.network.uplink(serial, { data, fPort: port });
  }
}
