import type { RecordTones } from '#platform/web/shell/routing/bind-pages.ts';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { SitePoint } from '../common/overview.ts';
import { portfolioState } from '../common/portfolio.ts';
import { overview } from './widgets/api.ts';

/** The tone of a site: that of its worst alarm; sites without one are calm. */
export const toneOf = (site: Pick<SitePoint, 'worst' | 'alarms' | 'devices' | 'offline'>): Tone => {
  const state = portfolioState(site);
  return state === 'fine' || state === 'none' ? (site.offline > 0 ? 'ok' : 'none') : state;
};

/** The tones of the sites that the person sees, for maps and lists of other slices. */
const structure: RecordTones<SitePoint[]> = {
  key: overview.map.key({}),
  topics: ['alarms', 'devices'],
  load: (signal) => overview.map.send({ signal, silent: true }),
  tonesOf: (sites) => new Map(sites.map((site) => [site.id, toneOf(site)])),
};
export const tones = { structure };
