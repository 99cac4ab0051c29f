import { Figure, Figures } from '#core/telemetry/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import { maxTrailDays } from '../common/tracking.ts';
import { useText } from './texts.ts';
import type { TrackingCalls } from './trail.ts';

/** How often and how precisely a device reported its position in the period of the page. */
export function QualityPanel({ calls, deviceId }: { calls: TrackingCalls; deviceId: number }) {
  const t = useText();
  const { number, language } = useFormats();
  const { period } = usePeriod({ maxDays: maxTrailDays });
  const quality = useData(
    calls.quality,
    { params: { id: deviceId }, query: period },
    { placeholderData: (before) => before },
  );
  if (!quality.data) return <QueryBoundary of={quality} />;
  const { fixes, fixesPerHour, accuracy, doubtful, gaps, gapMs } = quality.data;
  return (
    <Panel title={t('quality.title')}>
      <Figures>
        <Figure name={t('quality.perHour')} hint={t('quality.fixes', { count: fixes, fixes: number(fixes) })}>
          {number(fixesPerHour, 1)}
        </Figure>
        <Figure name={t('quality.accuracy')} hint={t('quality.accuracyHint')}>
          <bdi>{accuracy === null ? '–' : t('quality.metres', { metres: number(accuracy, 0) })}</bdi>
        </Figure>
        <Figure name={t('quality.gaps')} hint={gaps > 0 && <bdi>{formatDuration(gapMs, language)}</bdi>}>
          {number(gaps)}
        </Figure>
        <Figure name={t('quality.doubtful')}>{number(doubtful)}</Figure>
      </Figures>
    </Panel>
  );
}
