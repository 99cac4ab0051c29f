import type { PortfolioRow } from '#core/device-app/common/portfolio.ts';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from './api.ts';

/** The state of a structure: its worst open alarm. One without devices has none. */
export function StructureState({ row }: { row: PortfolioRow }) {
  const t = useText();
  return row.devices === 0 ? (
    <ToneChip tone="none">{t('portfolio.noDevices')}</ToneChip>
  ) : Object.values(row.alarms).every((count) => count === 0) ? (
    <ToneChip tone="none">{t('portfolio.fine')}</ToneChip>
  ) : (
    <SeverityChip value={row.worst} />
  );
}
