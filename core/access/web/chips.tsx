import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';

const grantTones: Record<string, Tone> = { pending: 'ok', active: 'good', ended: 'none' };
const credentialTones: Record<string, Tone> = {
  'not-yet-activated': 'ok',
  active: 'good',
  expired: 'none',
  blocked: 'problem',
  deactivated: 'none',
};
const syncTones: Record<string, Tone> = {
  wanted: 'ok',
  writing: 'ok',
  set: 'good',
  failed: 'problem',
  removing: 'poor',
  removed: 'none',
  drift: 'poor',
  unmanaged: 'poor',
};

type Props = { value: string | null };
export const GrantChip = ({ value }: Props) => (
  <StatusChip value={value} field="grantState" namespace="access" tones={grantTones} />
);
export const CredentialChip = ({ value }: Props) => (
  <StatusChip value={value} field="credentialStatus" namespace="access" tones={credentialTones} />
);
export const SyncChip = ({ value }: Props) => (
  <StatusChip value={value} field="sync" namespace="access" tones={syncTones} />
);
export const ResultChip = ({ value }: Props) => (
  <StatusChip
    value={value}
    field="result"
    namespace="access"
    tones={{ granted: 'good', denied: 'problem', unknown: 'poor' }}
  />
);
export const RevocationChip = ({ value }: Props) => (
  <StatusChip
    value={value}
    field="revocation"
    namespace="access"
    tones={{ pending: 'poor', proven: 'good', undone: 'none' }}
  />
);
