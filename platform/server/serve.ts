import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, AccessContext, Session } from '../common/access.ts';
import type { AppManifest } from '../common/define-app.ts';
import type { ListQuery } from '../common/list.ts';
import type { AnyRoute, BodyIn, IsMany, ParamsIn, QueryIn, ReplyOf, RouteSet } from '../common/route.ts';
import type { SiteSettings } from '../common/site-settings.ts';
import type { Scope, Tx } from './database.ts';
import type { Listeners } from './domain-events.ts';
import type { Kit, Stop } from './kit.ts';
import type { LiveTopics } from './live-topics.ts';
import type { History } from './logged-records.ts';
import { refuse } from './refuse.ts';

/** Who makes a request, and for which companies. */
export type Actor = {
  session: Session;
  scope: Scope;
  /** The companies of `allClients` routes, where these are others than those of the scope. */
  allClients?: readonly number[];
  sessionId: string;
  locale: 'en' | 'ar';
  email: string;
};

/** What a handler gets. Everything it does through `tx` is one transaction with row-level security. */
export type Context<R = AnyRoute> = {
  tx: Tx;
  params: ParamsIn<R>;
  query: QueryIn<R>;
  body: BodyIn<R>;
  list: ListQuery;
  actor: Actor;
  /** Judges the caller's session again, for what outlives a request; null when it has ended. */
  actorNow(): Promise<Actor | null>;
  /** Whether the caller passes this access, as the guard judges it: for calls that reach over several apps. */
  may(access: Access, on?: Pick<AccessContext, 'app' | 'params'>): boolean;
  kit: Kit;
  request: FastifyRequest;
  reply: FastifyReply;
  locale: 'en' | 'ar';
  /** Runs after the commit, never when the transaction was rolled back: live events, wake-ups. */
  afterCommit(work: () => void): void;
};

export type ListPage<Row> = { data: Row[]; totalRecords: number | null };
type Result<R> = R extends { raw: true } ? unknown : IsMany<R> extends true ? ListPage<ReplyOf<R>> : ReplyOf<R>;
export type Handler<R = AnyRoute> = (context: Context<R>) => Promise<Result<R>>;
export type Handlers<Set extends RouteSet> = { [Name in keyof Set]: Handler<Set[Name]> };

/** The server side of a slice. */
export type SliceServer = {
  app: AppManifest;
  handlers: Record<string, Record<string, Handler<never>>>;
  /** Begins what runs beside requests: brokers, timers, jobs. */
  start?: (kit: Kit) => Promise<Stop | undefined>;
  /** Brings reference data up to date after migrating: countries, permission positions, sensor types. Idempotent. */
  reference?: (kit: Kit) => Promise<void>;
  /** What it does when something happens in another slice. */
  listeners?: Listeners;
  /** What open pages may follow of its records. */
  topics?: LiveTopics;
  /** Where its pages load pictures and data from besides this server, by the settings of the installation: origins. */
  origins?: (settings: SiteSettings) => readonly string[];
  /** What it states about the history of its records. */
  history?: Partial<History>;
  /** Loads demo data once, in the order of the slices. */
  demo?: (kit: Kit) => Promise<void>;
  /** Lets the devices of the demo live, once everything listens; they speak the real protocols to the real ports. */
  simulate?: (kit: Kit) => Promise<Stop | undefined>;
};

/** Binds a handler to every route of the manifest by name; a missing one does not compile. */
export function serve<Routes extends Record<string, RouteSet>>(
  app: AppManifest<Routes>,
  handlers: { [Name in keyof Routes]: Handlers<Routes[Name]> },
  extras: Pick<
    SliceServer,
    'start' | 'reference' | 'origins' | 'demo' | 'simulate' | 'topics' | 'listeners' | 'history'
  > = {},
): SliceServer {
  return { app: app as unknown as AppManifest, handlers: handlers as unknown as SliceServer['handlers'], ...extras };
}

/** The company that a write is for: the one acted for. Refuses when none is selected. */
export function companyOf(actor: Actor): number {
  const { actingFor } = actor.session;
  if (actingFor === null) throw refuse(409, 'select-a-customer');
  return actingFor;
}
