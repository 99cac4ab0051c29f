import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { useText } from '../texts.ts';

const tones: Readonly<Record<number, Tone>> = { 1: 'problem', 2: 'problem', 3: 'poor' };

/** The priority of an incident; 1 is the most urgent. */
export function RankChip({ rank }: { rank: number }) {
  const t = useText();
  return <ToneChip tone={tones[rank] ?? 'ok'}>{t('workbench.rank', { rank })}</ToneChip>;
}
