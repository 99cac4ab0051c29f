import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSamePin, maxWrongPins } from '#core/accounts/server/api.ts';
import { queueCommand } from '#core/commands/server/api.ts';
import { deviceById } from '#core/devices/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import { addGuess } from '#platform/server/http/guess-limit.ts';
import type { Kit } from '#platform/server/kit.ts';
import { type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AccessRoutes } from '../../common/access.ts';
import { lockErrors } from '../../common/lock-commands.ts';
import type { Opening, PublicLink } from '../../common/public-link.ts';
import { unsealCode } from '../codes/pin-codes.ts';
import { accessOf } from '../locks.ts';
import { ByCredential } from '../openings.ts';
import { recordDenied } from '../record-log.ts';
import { fenceRefusal } from './link-fence.ts';
import { LinkLimits } from './link-limits.ts';
import { notifyFailures } from './link-mails.ts';
import { latestOpening, linkOf, linkState, type PublicLinkGrant, usesLeft } from './link-rows.ts';

/** Unknown links that an address may request per hour. */
const unknownPerHour = 30;
/** How long a call waits for the end of an opening. */
const waitMs = 8000;

type Routes = AccessRoutes['accessToken'];
type Unlocking = Context<Routes['publicUnlock']>;
type LinkDenial = { refusal: Refusal; reason: string };

const refusalOf = (app: AppManifest, status: number, word: string, code: string) =>
  refuse(status, word, {}, accessOf(app).errors + code);
const unknownLink = (app: AppManifest) => refusalOf(app, 404, 'link-unknown', '020404');

type Shown = { page: PublicLink; deviceId: number };

/** What the page shows of a link; undefined if there is none with this secret. */
const readLink = (kit: Kit, app: AppManifest, token: string): Promise<Shown | undefined> =>
  emittingAsSystem(kit, kit.signIn.db, async ({ tx }) => {
    const link = await linkOf(tx, app.id, token, false);
    if (!link) return undefined;
    const opening = await latestOpening(tx, link.id);
    const page: PublicLink = {
      state: linkState(link, opening, Date.now()),
      from: link.startsAt,
      to: link.endsAt,
      usesLeft: usesLeft(link),
      lock: { name: link.publicName, online: link.online },
      company: { name: link.company, logo: null },
      needsPin: link.sealed !== null,
      needsPosition: link.geofenceId !== null,
      serverTime: new Date().toISOString(),
      opening,
    };
    return { page, deviceId: link.deviceId };
  });

/** Reads a link whenever an opening of its lock is settled, until its opening has ended or the time is over. */
async function readEnded(kit: Kit, app: AppManifest, token: string, first: Shown): Promise<Shown | undefined> {
  const waiting = new AbortController();
  const over = setTimeout(waitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  let shown: Shown | undefined = first;
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  let heard = () => {};
  const stop = kit.signals.on('locks.settled', ({ ids }) => {
    if (ids.includes(first.deviceId)) heard();
  });
  try {
    // Read last when the time is over: a signal can be lost.
    for (let isLast = false; shown?.page.state === 'opening' && !isLast; ) {
      isLast = isOver;
      // An end while the link is read is not missed.
      const end = new Promise<void>((resolve) => {
        heard = resolve;
      });
      shown = await readLink(kit, app, token);
      if (shown?.page.state === 'opening' && !isLast) await Promise.race([end, over]);
    }
    return shown;
  } finally {
    stop();
    waiting.abort();
  }
}

/** Why a link cannot open now; null if it can. A wrong number is counted, and the fifth one blocks the link. */
async function denialOf(
  { tx, kit }: Emitting,
  app: AppManifest,
  link: PublicLinkGrant,
  { pin = '', position }: Unlocking['body'],
): Promise<LinkDenial | null> {
  const refused = (status: number, word: string, code: string, reason: string) => ({
    refusal: refusalOf(app, status, word, code),
    reason,
  });
  const state = linkState(link, null, Date.now());
  if (state === 'blocked') return refused(409, lockErrors.blocked.word, lockErrors.blocked.code, 'blocked');
  if (state === 'used') return refused(409, 'link-used', '020410', 'used');
  if (state !== 'ready')
    return refused(409, 'link-outside-window', '020411', state === 'not-yet' ? 'outside-hours' : 'expired');
  const elsewhere = await fenceRefusal(tx, link, position);
  if (elsewhere) return refused(403, elsewhere.word, elsewhere.code, 'outside-fence');
  if (!link.sealed || isSamePin(unsealCode(kit, link.companyId, link.sealed), pin)) return null;
  await sql`UPDATE access_credential SET wrong_pins = wrong_pins + 1, blocked_at = CASE WHEN wrong_pins + 1 >= ${maxWrongPins} THEN now() END WHERE id = ${link.id}`.execute(
    tx,
  );
  return refused(403, 'link-wrong-pin', '020415', 'unknown-code');
}

/** Reserves a use under the lock of the link and sends the order, in one transaction. */
async function open(
  context: Emitting,
  app: AppManifest,
  link: PublicLinkGrant,
  { key, waitSeconds }: Unlocking['body'],
): Promise<Opening> {
  const { tx } = context;
  const device = await deviceById(tx, link.deviceId);
  if (!device) throw unknownLink(app);
  const order = { method: 'unlock', params: {}, ...(waitSeconds === undefined ? {} : { waitSeconds }) };
  await queueCommand({ ...context, actor: null }, app, device, order, new ByCredential(link.id, 'link', key));
  return (await latestOpening(tx, link.id, key)) as Opening;
}

/** Serves the calls of the page that opens a lock by the secret of a link, without a sign-in. */
export function publicLinkHandlers(app: AppManifest): Pick<Handlers<Routes>, 'publicState' | 'publicUnlock'> {
  const tooOften = () => refusalOf(app, 429, 'link-too-often', '020429');
  const limits = new LinkLimits();
  // A known link still works at an address that requests unknown ones: people share addresses with strangers.
  const unknown = async (kit: Kit, { ip }: Context['request'], guess: string) =>
    (await addGuess(kit, { guesser: `link at ${ip}`, guess, limit: unknownPerHour, hours: 1 }))
      ? unknownLink(app)
      : tooOften();
  return {
    async publicState({ kit, params, query, request, reply }) {
      if (limits.isTooOften(params.token, 'read')) throw tooOften();
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex');
      const now = await readLink(kit, app, params.token);
      const shown = now && query.wait ? await readEnded(kit, app, params.token, now) : now;
      if (!shown) throw await unknown(kit, request, params.token);
      return shown.page;
    },
    async publicUnlock({ kit, params, body, request }) {
      if (limits.isTooOften(params.token, 'open')) throw tooOften();
      // A refusal is logged and a wrong number counted, so the answer is sent after the commit.
      const result = await emittingAsSystem(kit, kit.signIn.db, async (context) => {
        const link = await linkOf(context.tx, app.id, params.token, true);
        if (!link) return null;
        const repeated = await latestOpening(context.tx, link.id, body.key);
        if (repeated) return { opening: repeated };
        const denied = await denialOf(context, app, link, body);
        if (!denied) return { opening: await open(context, app, link, body) };
        const { id: credentialId, ...line } = link;
        await recordDenied(context.tx, { ...line, credentialId, app: app.id, reason: denied.reason, method: 'link' });
        await notifyFailures(context, app, link);
        return denied;
      });
      // It is counted by a connection of its own: with this one still taken, a few calls at once would wait for each other.
      if (!result) throw await unknown(kit, request, params.token);
      if ('refusal' in result) throw result.refusal;
      return result.opening;
    },
  };
}
