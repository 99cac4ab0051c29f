import { iconSizes } from '#platform/web/theme.ts';
import { severityIcons, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { useText } from './api.ts';
import classes from './structures/StructuresMap.module.css';
import { useSiteTones } from './use-site-tones.ts';

/** From the worst to the calmest. */
const shownTones = ['problem', 'poor', 'ok', 'good', 'none'] as const satisfies Tone[];
const shownOf = (tone: Tone | undefined): Tone => tone ?? 'none';

/** The state of a site as a chip, with icon and text. */
function SiteToneChip({ tone }: { tone: Tone | undefined }) {
  const t = useText();
  const shown = shownOf(tone);
  return <ToneChip tone={shown}>{t(`siteState.${shown}`)}</ToneChip>;
}

/** The state of a site that needs attention as an icon with a text alternative; nothing for a calm one. */
export function SiteToneIcon({ tone }: { tone: Tone | undefined }) {
  const t = useText();
  const shown = shownOf(tone);
  if (shown === 'none') return null;
  const Icon = severityIcons[shown];
  return (
    <Icon
      size={iconSizes.sm}
      className={classes.tone}
      data-tone={shown}
      role="img"
      aria-label={t(`siteState.${shown}`)}
    />
  );
}

/** The state of a site; a dash where it is not known. */
export function SiteTone({ id }: { id: number | undefined }) {
  const tones = useSiteTones();
  return tones && id !== undefined ? <SiteToneChip tone={tones.get(id)} /> : <>–</>;
}

/** What the colours on the map mean, each with its number of sites. */
export function SiteTonesLegend({ tones }: { tones: readonly (Tone | undefined)[] }) {
  const t = useText();
  const counts = Map.groupBy(tones, shownOf);
  return (
    <ul className={classes.legend} aria-label={t('siteState.legend')}>
      {shownTones.map((tone) => {
        const count = counts.get(tone)?.length ?? 0;
        return (
          count > 0 && (
            <li key={tone}>
              <ToneChip tone={tone}>{t('siteState.counted', { state: t(`siteState.${tone}`), count })}</ToneChip>
            </li>
          )
        );
      })}
    </ul>
  );
}
