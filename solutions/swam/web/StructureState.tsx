import { type PortfolioRow, portfolioState } from '#core/device-app/common/portfolio.ts';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';

/** The state of a structure: its worst open alarm. One without devices has none. */
export function StructureState({ row }: { row: PortfolioRow }) {
  const t = useText();
  const state = portfolioState(row);
  return state === 'none' || state === 'fine' ? (
    <ToneChip tone="none">{t(state === 'none' ? 'portfolio.noDevices' : 'portfolio.fine')}</ToneChip>
  ) : (
    <SeverityChip value={state} />
  );
}
