import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, AccessContext, Session } from '../common/access.ts';
import type { App, AppManifest } from '../common/define-app.ts';
import type { ListQuery } from '../common/list.ts';
import type { Registry } from '../common/registry/registry.ts';
import type { AnyRoute, BodyIn, IsMany, ParamsIn, QueryIn, ReplyOf, RouteSet } from '../common/route.ts';
import type { SiteSettings } from '../common/settings/site-settings.ts';
import type { Listeners } from './domain-events.ts';
import type { DueWork } from './due.ts';
import type { FeedCaller } from './http/feeds/feeds.ts';
import type { LinkCaller } from './http/links.ts';
import type { Kit, Stop } from './kit.ts';
import type { LiveTopics } from './live/live-topics.ts';
import type { Backlog } from './monitoring/backlogs.ts';
import type { Scope, Tx } from './postgres/database.ts';
import type { History } from './records/logged-records.ts';
import { refuse } from './refuse.ts';
import type { Retention } from './retention/retention.ts';
import type { WebhookMessages } from './webhooks/documented-webhooks.ts';

/** An API token by which a program calls. `perMinute`: how many requests it may send. */
export type CallingToken = { id: number; name: string; perMinute: number };

/** The caller of a request and the companies that it is for. */
export type Actor = {
  session: Session;
  scope: Scope;
  /** The companies of `allClients` routes, if they differ from the scope. */
  allClients?: readonly number[];
  /** The abilities that the contract with the selected client names; absent if it names none or nobody acts by a contract. */
  namedAbilities?: readonly string[];
  /** Empty for a caller with an API token. */
  sessionId: string;
  /** The API token of a program that calls in the name of the person; absent for a session. */
  token?: CallingToken;
  locale: 'en' | 'ar';
  email: string;
};

/** The context of a handler. Everything it does through `tx` is one transaction with row-level security. */
export type Context<R = AnyRoute> = {
  tx: Tx;
  params: ParamsIn<R>;
  query: QueryIn<R>;
  body: BodyIn<R>;
  list: ListQuery;
  actor: Actor;
  /** The caller of a public route with `callers`; null for a visitor. */
  caller: Actor | null;
  /** The link of a route that is called with one (`link` of its access); null on other routes. See `linkCaller`. */
  link: LinkCaller | null;
  /** The feed whose token a route is called with (`feed` of its access); null on other routes. See `feedCaller`. */
  feed: FeedCaller | null;
  /** Authenticates the caller's session again, for long-lived requests; null when it has ended. */
  actorNow(): Promise<Actor | null>;
  /** Whether the caller has this access, by the rules of the guard; for routes over several apps. */
  may(access: Access, on?: Pick<AccessContext, 'app' | 'params'>): boolean;
  kit: Kit;
  request: FastifyRequest;
  reply: FastifyReply;
  locale: 'en' | 'ar';
  /** Runs after the commit, never after a rollback: live events, wake-ups. */
  afterCommit(work: () => void): void;
};

export type ListReply<Row> = { data: Row[]; totalRecords: number | null };
type Result<R> = R extends { raw: true } ? unknown : IsMany<R> extends true ? ListReply<ReplyOf<R>> : ReplyOf<R>;
export type Handler<R = AnyRoute> = (context: Context<R>) => Promise<Result<R>>;
export type Handlers<Set extends RouteSet> = { [Name in keyof Set]: Handler<Set[Name]> };

/** The server side of a slice. */
export type SliceServer = {
  app: AppManifest;
  handlers: Record<string, Record<string, Handler<never>>>;
  /** Starts background work: brokers, timers, jobs. */
  start?: (kit: Kit) => Promise<Stop | undefined>;
  /** Begins to take messages of devices, once every slice has started: what listens to them then misses none. */
  receive?: (kit: Kit) => Promise<Stop | undefined>;
  /** Its work that is waiting to be done, for `/metrics`. */
  backlogs?: readonly Backlog[];
  /** Its work on rows whose time has come. */
  dues?: readonly DueWork[];
  /** Its tables whose old rows are deleted or pseudonymised each night. */
  retentions?: readonly Retention[];
  /** Updates reference data after migrations: countries, permission positions, sensor types. Idempotent. */
  reference?: (kit: Kit) => Promise<void>;
  /** The registries of manifests that it reads; the server does not start with two declarations of one name. */
  registries?: readonly Registry<unknown>[];
  /** Its listeners for events of other slices. */
  listeners?: Listeners;
  /** The live topics of its records. */
  topics?: LiveTopics;
  /** Further origins from which its pages load images and data, by the settings of the installation. */
  origins?: (settings: SiteSettings) => readonly string[];
  /** Foreign origins of scripts and frames of its pages, by the settings of the installation. */
  embeds?: (kit: Pick<Kit, 'settings'>) => {
    scripts: readonly string[];
    frames: readonly string[];
    calls: readonly string[];
  };
  /** The messages that webhooks get about its records and those of the visible apps, for the documentation of the API. */
  webhooks?: (apps: readonly AppManifest[]) => WebhookMessages;
  /** The history of its records. */
  history?: Partial<History>;
  /** Loads demo data once, in the order of the slices. */
  demo?: (kit: Kit) => Promise<void>;
  /** Starts the devices of the demo after everything listens; they use the real protocols and ports. */
  simulate?: (kit: Kit) => Promise<Stop | undefined>;
};

/** Binds a handler to every route of the manifest by name; a missing one is a type error. */
export function serve<Routes extends Record<string, RouteSet>>(
  app: App<Routes>,
  handlers: { [Name in keyof Routes]: Handlers<Routes[Name]> },
  extras: Omit<SliceServer, 'app' | 'handlers'> = {},
): SliceServer {
  return { app, handlers: handlers as unknown as SliceServer['handlers'], ...extras };
}

/** The link by which a route is called. */
export function linkCaller({ link }: Pick<Context, 'link'>): LinkCaller {
  if (!link) throw refuse(404, 'link-unknown');
  return link;
}

/** The feed that a route answers. */
export function feedCaller({ feed }: Pick<Context, 'feed'>): FeedCaller {
  if (!feed) throw refuse(404, 'not-found');
  return feed;
}

/** The company of a write: the current company. Refuses when none is selected. */
export function companyOf({ session: { actingFor } }: { session: Pick<Session, 'actingFor'> }): number {
  if (actingFor === null) throw refuse(409, 'select-a-customer');
  return actingFor;
}
