import { Text, Title } from '@mantine/core';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { formatList } from '#platform/web/i18n/formats.ts';
import { StoredImage } from '#platform/web/ui/images/StoredImage.tsx';
import type { IncidentPlan } from '../../common/incidents/incident-file.ts';
import { api } from '../api.ts';
import { useZoneName } from '../panel/names.ts';
import { useText } from '../texts.ts';
import classes from './LitPlans.module.css';
import parts from './Workbench.module.css';

/** The width of the drawing in its own units, and the size of a mark in these. */
const width = 1000;
const radius = 34;

/** The plans of the site on which the zones of the panel are: those that were hit are lit. */
export function LitPlans({ alarm }: { alarm: AlarmDetail }) {
  const t = useText();
  const { data: plans = [] } = useData(api.incident.plans, { params: { id: alarm.id } }, { silent: true });
  if (plans.length === 0) return null;
  return (
    <section className={parts.part}>
      <Title order={3}>{t('workbench.plan')}</Title>
      {plans.map((plan) => (
        <LitPlan key={plan.id} alarm={alarm} plan={plan} />
      ))}
    </section>
  );
}

function LitPlan({ alarm, plan }: { alarm: AlarmDetail; plan: IncidentPlan }) {
  const t = useText();
  const nameOf = useZoneName();
  const hit = plan.zones.filter(({ hitAt }) => hitAt !== null).map(nameOf);
  const shown =
    hit.length > 0
      ? t('workbench.planOf', { name: plan.name, zones: formatList(hit) })
      : t('workbench.planNoHit', { name: plan.name });
  return (
    <figure className={classes.plan}>
      {/* Plans are not mirrored in right-to-left languages. */}
      <div className={classes.picture} dir="ltr">
        <StoredImage
          of={api.incident.planImage}
          params={{ id: alarm.id, layoutId: plan.id }}
          version={plan.fileId}
          alt=""
          ratio={plan.ratio}
        />
        <svg className={classes.zones} viewBox={`0 0 ${width} ${width / plan.ratio}`} role="img" aria-label={shown}>
          {[...plan.zones]
            // Those that were hit are above the others.
            .sort((a, b) => Number(a.hitAt !== null) - Number(b.hitAt !== null))
            .map((zone) => (
              <ZoneMark key={zone.number} zone={zone} ratio={plan.ratio} />
            ))}
        </svg>
      </div>
      <Text component="figcaption" size="sm" aria-hidden>
        <bdi>{shown}</bdi>
      </Text>
    </figure>
  );
}

type MarkProps = { zone: IncidentPlan['zones'][number]; ratio: number };

/** A zone as its outline, if it has one, with its number. */
function ZoneMark({ zone: { x, y, turn, outline, number, hitAt }, ratio }: MarkProps) {
  return (
    <g
      className={classes.zone}
      data-hit={hitAt !== null || undefined}
      transform={`translate(${x * width} ${(y * width) / ratio})`}
    >
      {outline && (
        <polygon
          transform={turn === 0 ? undefined : `rotate(${turn})`}
          points={outline.map((corner) => `${corner.x * width},${corner.y * width}`).join(' ')}
        />
      )}
      <circle r={radius} />
      <text dy="0.35em">{number}</text>
    </g>
  );
}
