import type { Logger } from 'pino';
import type { AppManifest } from '../common/define-app.ts';
import type { Listeners } from './domain-events.ts';
import type { FileQuota } from './files/file-quota.ts';
import type { ObjectStore } from './files/object-store.ts';
import type { FairQueue } from './http/fair-queue.ts';
import type { Jobs } from './jobs.ts';
import type { Live } from './live/live.ts';
import type { LiveTopics } from './live/live-topics.ts';
import type { Readiness } from './monitoring/readiness.ts';
import type { DatabaseHandle } from './postgres/database.ts';
import type { History } from './records/logged-records.ts';
import type { SearchedList } from './records/search.ts';
import type { AppRetention } from './retention/retention.ts';
import type { SignalBus } from './signals.ts';
import type { Stream } from './stream/stream.ts';

export type ProcessRole = 'gateway' | 'worker' | 'api';

/** How cards are charged: by Stripe, by the sandbox, which moves no money, or not at all. */
export type PaymentSettings = {
  sandbox: boolean;
  stripe?: { secretKey: string; publishableKey: string; webhookSecret: string; apiUrl: string | undefined };
};

/** The services that every slice's server may use. */
export type Kit = DatabaseHandle & {
  /**
   * The handle itself is for timers, jobs and maintenance. Requests of people, sign-in and telemetry have pools of
   * their own, so that none waits for another. None of them may alter a table, and those of people and telemetry see no
   * row outside of `inTenant`.
   */
  people: DatabaseHandle & { /** Runs the work of a company in turn with that of others. */ inTurn: FairQueue };
  signIn: DatabaseHandle;
  telemetry: DatabaseHandle;
  readiness: Readiness;
  log: Logger;
  /** The manifests of all slices, in order. */
  apps: readonly AppManifest[];
  live: Live;
  /** For duties of processes; `live` is for open pages. */
  signals: SignalBus;
  /** The live topics of all slices. */
  topics: readonly LiveTopics[];
  /** The lists of the search of all records. */
  searchedLists: readonly SearchedList[];
  /** The histories of all slices. */
  history: History;
  /** The retentions of all slices. */
  retentions: readonly AppRetention[];
  stream: Stream;
  jobs: Jobs;
  /** The object store of files; null if the database stores them. */
  objects: ObjectStore | null;
  /** The event listeners of all slices, in the order of the slices. */
  listeners: readonly Listeners[];
  roles: ReadonlySet<ProcessRole>;
  secrets: { signing: Uint8Array; sealing: Uint8Array };
  publicUrl: string;
  settings: {
    host: string;
    mqttPort: number;
    /** The port of the receiver of alarm panels (SIA DC-09); none without it. */
    siaPort?: number | undefined;
    demo: boolean;
    /** The name and colour of the installation in mails. */
    brand?: { name: { en: string; ar: string }; colour: string } | undefined;
    /** The ids of apps that are hidden from people in this installation; their devices keep working. */
    hiddenApps?: readonly string[] | undefined;
    /** What a trial of an app includes; undefined if companies may not try apps. */
    trial?: { devices: number; days: number } | undefined;
    /** Days of readings in the demo data; 30 by default. */
    demoHistoryDays?: number | undefined;
    /** How many times the usual pauses the devices of the demo wait between reports and faults; 1 by default. */
    demoPauses?: number | undefined;
    /** What goes wrong with the virtual devices of the demo; nothing by default. */
    demoFaults?: readonly 'dark-gateway'[] | undefined;
    /** Apps whose demo does nothing by itself: their virtual devices stay off. */
    demoStill?: readonly string[] | undefined;
    smsUrl?: string | undefined;
    smsToken?: string | undefined;
    /** The countries to whose unconfirmed numbers text messages are sent; all of them by default. */
    smsCountries?: readonly string[] | undefined;
    /** Whether webhooks and pushes may reach private addresses and `http`; for tests and development. */
    privateCalls?: boolean | undefined;
    /** The VAPID keys of the installation; created when first needed if they are not given. */
    vapid?: { publicKey: string; privateKey: string } | undefined;
    /** The address of a Nominatim-compatible geocoder. */
    geocoderUrl?: string | undefined;
    /** The address of a road server with the HTTP API of OSRM; without it ways are straight lines. */
    routingUrl?: string | undefined;
    /** The address at which workers read the pages that they lay out as PDF; by default the public one. */
    printUrl?: string | undefined;
    /** How cards are charged; not at all by default. */
    payments?: PaymentSettings | undefined;
    /** The file quota of each company. */
    fileQuota?: FileQuota | undefined;
    /** The interval in ms at which an open live stream is authorized again. */
    liveBeatMs?: number | undefined;
    /** The longest pause of work that repeats every few seconds; tests do not wait for it. */
    longestPauseMs?: number | undefined;
  };
};

/** The manifests of the apps that are not hidden. */
export const visibleApps = ({ apps, settings }: Pick<Kit, 'apps' | 'settings'>): AppManifest[] =>
  apps.filter(({ id }) => !settings.hiddenApps?.includes(id));

/** Stops something that a slice started; called in reverse order when the process ends. */
export type Stop = () => Promise<void>;
