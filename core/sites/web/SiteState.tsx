import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { SeverityChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Site } from '../common/site.ts';
import { useText } from './api.ts';

export const openAlarmsOfSite = ({ alarms }: Pick<Site, 'alarms'>): number =>
  Object.values(alarms).reduce((sum, count) => sum + count, 0);

/** The worst open alarm of a site as a chip. A healthy site has none: only deviations have a colour. */
export function SiteChip({ site }: { site: Site }) {
  const t = useText();
  if (openAlarmsOfSite(site) > 0) return <SeverityChip value={site.worst} />;
  return site.devices === 0 ? <ToneChip tone="none">{t('noDevices')}</ToneChip> : null;
}

/** The state of a site in one sentence. */
export function StateSentence({ site }: { site: Site }) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const open = openAlarmsOfSite(site);
  if (open > 0)
    return (
      <>
        {t('state.alarms', { count: open, number: number(open), severity: kit(`values.severity.${site.worst}`) })}{' '}
        {site.since && <Ago at={site.since} />}
      </>
    );
  if (site.devices === 0) return <>{t('state.noDevices')}</>;
  if (site.offline > 0) return <>{t('state.offline', { count: site.offline, number: number(site.offline) })}</>;
  return <>{t('state.good', { count: site.devices, number: number(site.devices) })}</>;
}
