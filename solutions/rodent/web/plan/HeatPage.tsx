import { Button, Group, Select, Stack } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { useBoardPeriod } from '#core/boards/web/parts.tsx';
import { managerAddress, usePlans } from '#core/layouts/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { rodent } from '../../app.ts';
import { type TrapZone, trapZones } from '../../common/trap.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { PolicyButton } from '../visits/PolicyButton.tsx';
import { HeatPlan } from './HeatPlan.tsx';

/** Where on the plans of a site traps were hit in a period. */
export function HeatPage() {
  const id = Number(useParams().id);
  return <Heat key={id} structureId={id} />;
}

function Heat({ structureId }: { structureId: number }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const { chosen, period, choose, maxDays } = useBoardPeriod();
  const zone = trapZones.find((one) => one === search.get('zone'));
  const plans = usePlans(structureId);
  const hits = useData(api.analysis.planHits, { query: { ...period, structureId, ...(zone ? { zone } : {}) } });
  const set = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const layout = plans.rows.find(({ id }) => String(id) === search.get('plan')) ?? plans.rows[0];
  const parents = [{ label: t('pages.traps-list'), to: `${rodent.web}/traps/list` }];
  return (
    <PageFrame
      {...(hits.data ? { title: t('heat.of', { site: hits.data.site.name }) } : {})}
      parents={parents}
      action={<PolicyButton siteId={structureId} />}
    >
      {plans.error ? (
        <FailedState onRetry={plans.retry} />
      ) : !hits.data || plans.loading ? (
        <QueryBoundary of={hits} />
      ) : !layout ? (
        <EmptyState
          drawing="map"
          title={t('heat.none.title')}
          text={t('heat.none.text')}
          action={
            <Button component={Link} to={managerAddress(structureId)}>
              {t('heat.place')}
            </Button>
          }
        />
      ) : (
        <Stack gap="sm">
          <Group gap="sm" justify="space-between">
            <Group gap="sm">
              {plans.rows.length > 1 && (
                <Select
                  aria-label={t('heat.plan')}
                  value={String(layout.id)}
                  data={plans.rows.map(({ id, name, floor }) => ({
                    value: String(id),
                    label: floor && floor.name !== name ? `${floor.name} · ${name}` : name,
                  }))}
                  allowDeselect={false}
                  onChange={(plan) => set('plan', plan)}
                />
              )}
              <Select
                aria-label={t('columns.zone')}
                placeholder={t('heat.zones')}
                value={zone ?? null}
                data={trapZones.map((value: TrapZone) => ({ value, label: t(`values.zone.${value}`) }))}
                clearable
                onChange={(value) => set('zone', value)}
              />
            </Group>
            <PeriodSelector value={chosen} onChange={choose} maxDays={maxDays} />
          </Group>
          <HeatPlan
            key={layout.id}
            layout={layout}
            traps={hits.data.rows.filter(({ layoutId }) => layoutId === layout.id)}
          />
        </Stack>
      )}
    </PageFrame>
  );
}
