import { zoneOfSite } from '#core/places/server/api.ts';
import { directoryOf, type MeasuredPoints, openIntake, storeDeadLetter } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { keyOfAccount } from './accounts.ts';
import { Claims } from './claims.ts';
import { eventData, type SiaMessage, type SiaPanel, type SiaStore } from './receiver.ts';
import { recordTrouble, type TroubleListener } from './troubles.ts';
import { UnknownAccounts } from './unknown-accounts.ts';

/** As many events as a device may send in one message. */
const maxEvents = 32;
/** Accounts that change are forgotten at once; this bounds how long a lost signal counts. */
const cachedMs = 30_000;
const maxCached = 50_000;
/** Topic of refused messages, as devices over MQTT have one. */
const refusedTopic = 'sia-dc09';

type Cached = { panel: SiaPanel; until: number };

/** The store of the receiver: accounts and what is wrong with messages in tables of its own, signals as events of devices. */
export function openSiaStore(kit: Kit, onTrouble: TroubleListener): SiaStore & { stop(): Promise<void> } {
  const cached = new Map<string, Cached>();
  const claims = new Claims(kit);
  const strangers = new UnknownAccounts(kit);
  const forget = kit.signals.on('device.changed', ({ id }) => {
    for (const [name, { panel }] of cached) if (panel.deviceId === id) cached.delete(name);
  });
  return {
    async panelOf(account, port) {
      const name = `${port} ${account}`;
      const known = cached.get(name);
      if (known && known.until > performance.now()) return known.panel;
      const panel = await findPanel(kit, account, port);
      cached.delete(name);
      if (cached.size >= maxCached) cached.clear();
      if (panel) cached.set(name, { panel, until: performance.now() + cachedMs });
      return panel;
    },
    take: (panel, message) => take(kit, claims, panel, message),
    trouble: (panel, kind, from) => recordTrouble(kit, panel, { kind, ...from }, onTrouble),
    refuse: ({ deviceId, companyId }, raw, reason) =>
      storeDeadLetter(kit, { id: deviceId, companyId }, refusedTopic, raw, [
        { param: reason === 'unknown-token' ? 'token' : 'data', msg: 'unknown-message' },
      ]),
    unknown: (account, from) => strangers.note(account, from),
    async stop() {
      forget();
      await strangers.stop();
    },
  };
}

/** The panel of an account, unless its device is suspended or gone. */
async function findPanel(kit: Kit, account: string, port: number): Promise<SiaPanel | null> {
  const found = await inSystem(kit.telemetry.db, (tx) =>
    tx
      .selectFrom('defconSiaAccount')
      .select(['id', 'encryption', 'sealed', 'keyForm', 'clock', 'refusesPlainTime'])
      .where('accountKey', '=', account)
      .where((is) => is.or([is('port', '=', port), is('port', 'is', null)]))
      .orderBy('port', (order) => order.asc().nullsLast())
      .limit(1)
      .executeTakeFirst(),
  );
  const device = found && (await directoryOf(kit).one(found.id));
  if (!device || device.cutOff) return null;
  return {
    deviceId: device.id,
    companyId: device.companyId,
    account,
    encryption: found.encryption,
    key: keyOfAccount(kit, found),
    clock: found.clock === 'utc' ? 'utc' : { zone: await inSystem(kit.telemetry.db, (tx) => zoneOfSite(tx, device)) },
    refusesPlainTime: found.refusesPlainTime,
  };
}

async function take(
  kit: Kit,
  claims: Claims,
  { deviceId, companyId }: SiaPanel,
  message: SiaMessage,
): Promise<'stored' | 'known'> {
  const { sequence, digest, receivedAt, address, events, time, line } = message;
  const device = await directoryOf(kit).one(deviceId);
  if (!device) throw new Error('the device of a panel has gone');
  const path = device.paths.has(line) ? line : (device.usualPath ?? undefined);
  if (events.length === 0) {
    const sign: MeasuredPoints = { d: deviceId, r: receivedAt, t: [], s: [], v: [], ...(path ? { l: [path] } : {}) };
    await kit.stream.append(deviceId, sign);
    return 'stored';
  }
  const key = `${sequence} ${digest}`;
  const { at, isKnown } = await claims.claim({ deviceId, companyId, key, at: receivedAt, address });
  const made = events.map((event, n) => ({
    id: `sia-${sequence}-${digest}-${at.toString(36)}${n === 0 ? '' : `-${n}`}`,
    ts: time,
    kind: 'intrusion',
    data: eventData(message, event),
    ...(path ? { path } : {}),
  }));
  const intake = openIntake(kit, directoryOf(kit));
  // Those of a known message are stored already, unless the process ended in between.
  for (let n = 0; n < made.length; n += maxEvents) {
    const { faults } = await intake.acceptEntries(
      device,
      { entries: [], events: made.slice(n, n + maxEvents) },
      receivedAt,
      true,
    );
    if (faults.length > 0) throw new Error(`an event of a panel is refused: ${faults[0]?.param} ${faults[0]?.msg}`);
  }
  return isKnown ? 'known' : 'stored';
}
