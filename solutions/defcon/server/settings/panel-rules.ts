import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { settingOf, settingsOf } from '#platform/server/records/app-settings.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Rules, settings } from '../../common/settings/setting.ts';

/** `monitorId`: the security company that watches the panel. */
type OfCompany = { id: number; companyId: number; monitorId: number | null };

const whoseRules = ({ companyId, monitorId }: OfCompany): number => monitorId ?? companyId;

/**
 * How events of these panels become incidents: by the rules of the security company that watches each panel, else by those
 * of its own company. Runs as the system.
 */
export async function rulesOfPanels(tx: Tx, panels: readonly OfCompany[]): Promise<(panel: OfCompany) => Rules> {
  const of = await settingsOf(tx, settings, [...new Set(panels.map(whoseRules))]);
  return (panel) => of(whoseRules(panel));
}

/** Refuses every order to disarm from afar if the company of the panel does not allow it. */
export async function assertRemoteDisarm(
  { tx, actor }: Emitting,
  { device, method }: DomainEvents['command.queued'],
): Promise<void> {
  if (device.app !== 'defcon' || method !== 'disarm') return;
  const { remoteDisarm } = await bypassRls(tx, actor.scope, () => settingOf(tx, settings, device.companyId));
  if (!remoteDisarm) throw refuse(409, 'remote-disarm-off');
}
