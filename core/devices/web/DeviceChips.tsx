import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { TokenState } from '../common/device.ts';

const tokenTones: Record<TokenState, Tone> = {
  active: 'good',
  'not-activated': 'ok',
  none: 'none',
  expired: 'poor',
  blocked: 'problem',
};
const onlineTones = { online: 'good', offline: 'problem' } as const;

/** Whether the device is online. */
export function OnlineChip({ value }: { value: boolean }) {
  return <StatusChip namespace="devices" field="online" value={value ? 'online' : 'offline'} tones={onlineTones} />;
}

/** The state of the device's token. */
export function TokenChip({ value }: { value: TokenState }) {
  return <StatusChip namespace="devices" field="token" value={value} tones={tokenTones} />;
}
