import { useFormats } from '#platform/web/i18n/formats.ts';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { nextWake, shownConnection } from '../common/connection.ts';
import type { Device, TemplateState, TokenState } from '../common/device.ts';
import classes from './Devices.module.css';
import { useText } from './texts.ts';

const tokenTones: Record<TokenState, Tone> = {
  active: 'good',
  'not-activated': 'ok',
  none: 'none',
  expired: 'poor',
  blocked: 'problem',
};
const connectionTones: Record<ReturnType<typeof shownConnection>, Tone> = {
  online: 'good',
  sleeping: 'ok',
  offline: 'problem',
  'not-installed': 'none',
  'never-connected': 'none',
};

type Connected = Pick<Device, 'connection' | 'state' | 'lastSeenAt' | 'reportEverySeconds'>;

/** The connection of the device; of a sleeping one also when it is expected to wake, unless that is shown elsewhere. */
export function ConnectionChip({ device, wakes: showWakes = true }: { device: Connected; wakes?: boolean }) {
  const wakes = useNextWake(device);
  return (
    <span className={classes.connection}>
      <StatusChip namespace="devices" field="connection" value={shownConnection(device)} tones={connectionTones} />
      {showWakes && wakes && <span className={classes.wakes}>{wakes}</span>}
    </span>
  );
}

/** "wakes ≈ 14:20" for a sleeping device, with the day if it is another one; null for others. */
function useNextWake(device: Connected): string | null {
  const t = useText();
  const { date } = useFormats();
  const now = useNow();
  const at = nextWake(device, now);
  if (at === null) return null;
  const sameDay = date(at, 'date') === date(new Date(now), 'date');
  return t('wakes', { time: date(at, sameDay ? 'time' : 'dateTime') });
}

/** The state of the device's token. */
export function TokenChip({ value }: { value: TokenState }) {
  return <StatusChip namespace="devices" field="token" value={value} tones={tokenTones} />;
}

const templateTones: Record<TemplateState, Tone> = {
  none: 'none',
  pending: 'ok',
  'in-sync': 'good',
  outdated: 'ok',
  drifted: 'poor',
  failed: 'problem',
};

/** How the device follows its template. */
export function TemplateChip({ value }: { value: TemplateState }) {
  return <StatusChip namespace="devices" field="templateState" value={value} tones={templateTones} />;
}
