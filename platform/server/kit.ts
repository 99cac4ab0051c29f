import type { Logger } from 'pino';
import type { AppManifest } from '../common/define-app.ts';
import type { DatabaseHandle } from './database.ts';
import type { Listeners } from './domain-events.ts';
import type { FairQueue } from './fair-queue.ts';
import type { FileQuota } from './file-quota.ts';
import type { Jobs } from './jobs.ts';
import type { Live } from './live.ts';
import type { LiveTopics } from './live-topics.ts';
import type { History } from './logged-records.ts';
import type { ObjectStore } from './object-store.ts';
import type { Readiness } from './readiness.ts';
import type { SearchedList } from './search.ts';
import type { Stream } from './stream.ts';

export type ProcessRole = 'gateway' | 'worker' | 'api';

/** The running services that every slice's server may use. */
export type Kit = DatabaseHandle & {
  /**
   * The handle itself is for timers, jobs and the care of the database. What people ask, signing in, and what devices
   * send have connections of their own, so that none waits for another. None of them may change a table itself, and
   * those of people and of devices see no row outside of `inTenant`.
   */
  people: DatabaseHandle & { /** Runs the work of a company in turn with that of others. */ inTurn: FairQueue };
  signIn: DatabaseHandle;
  telemetry: DatabaseHandle;
  readiness: Readiness;
  log: Logger;
  /** Every slice's manifest, in order. */
  apps: readonly AppManifest[];
  live: Live;
  /** What open pages may follow, of every slice. */
  topics: readonly LiveTopics[];
  /** What the search of all records asks, of every slice. */
  searchedLists: readonly SearchedList[];
  /** What slices state about the history of their records. */
  history: History;
  stream: Stream;
  jobs: Jobs;
  /** Where the bytes of files lie; null when that is the database. */
  objects: ObjectStore | null;
  /** Who hears of the events of slices, in the order of the slices. */
  listeners: readonly Listeners[];
  roles: ReadonlySet<ProcessRole>;
  secrets: { signing: Uint8Array; sealing: Uint8Array };
  publicUrl: string;
  settings: {
    host: string;
    mqttPort: number;
    demo: boolean;
    /** How the installation is called and what colour it has, in mails. */
    brand?: { name: { en: string; ar: string }; colour: string } | undefined;
    /** Ids of apps that people neither see nor call in this installation; their devices go on. */
    hiddenApps?: readonly string[] | undefined;
    /** Days of readings that the demo brings with its devices; 30 unless told. */
    demoHistoryDays?: number | undefined;
    smsUrl?: string | undefined;
    smsToken?: string | undefined;
    /** Answers as Nominatim does. */
    geocoderUrl?: string | undefined;
    /** What each company may keep as files. */
    fileQuota?: FileQuota | undefined;
    /** How often an open live stream is judged again, in milliseconds. */
    liveBeatMs?: number | undefined;
  };
};

/** The manifests of what people see in this installation. */
export const visibleApps = ({ apps, settings }: Pick<Kit, 'apps' | 'settings'>): AppManifest[] =>
  apps.filter(({ id }) => !settings.hiddenApps?.includes(id));

/** Something that a slice started and that stops in reverse order when the process ends. */
export type Stop = () => Promise<void>;
