import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { paperState } from '../../common/vehicle/papers.ts';
import { paperTones } from '../tones.ts';
import { usePapersText } from './use-papers-text.ts';

/** How long the papers of a vehicle are still valid. */
export function PapersChip({ until }: { until: string | null }) {
  const { daysLeft, text } = usePapersText(until);
  if (daysLeft === null) return <>–</>;
  return <ToneChip tone={paperTones[paperState(daysLeft)]}>{text}</ToneChip>;
}
