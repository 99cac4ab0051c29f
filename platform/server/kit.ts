import type { Logger } from 'pino';
import type { AppManifest } from '../common/define-app.ts';
import type { DatabaseHandle } from './database.ts';
import type { Jobs } from './jobs.ts';
import type { Live } from './live.ts';
import type { Stream } from './stream.ts';

export type ProcessRole = 'gateway' | 'worker' | 'api';

/** The running services that every slice's server may use. */
export type Kit = DatabaseHandle & {
  log: Logger;
  /** Every slice's manifest, in order. */
  apps: readonly AppManifest[];
  live: Live;
  stream: Stream;
  jobs: Jobs;
  roles: ReadonlySet<ProcessRole>;
  secrets: { signing: Uint8Array; sealing: Uint8Array };
  publicUrl: string;
  settings: {
    host: string;
    mqttPort: number;
    demo: boolean;
    smsUrl?: string | undefined;
    smsToken?: string | undefined;
    /** Answers as Nominatim does. */
    geocoderUrl?: string | undefined;
    /** How often an open live stream is judged again, in milliseconds. */
    liveBeatMs?: number | undefined;
  };
};

/** Something that a slice started and that stops in reverse order when the process ends. */
export type Stop = () => Promise<void>;
