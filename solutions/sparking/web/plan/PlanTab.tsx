import { Button, Group, SegmentedControl, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { layout as entity } from '#core/layouts/common/layout.ts';
import { ItemsEditor, managerAddress, usePlans } from '#core/layouts/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useText } from '../api.ts';
import classes from './Plan.module.css';
import { RowEditor } from './RowEditor.tsx';
import { SlotPlan } from './SlotPlan.tsx';
import { usePlanSlots } from './use-plan-slots.ts';

const modes = ['watch', 'row', 'move'] as const;

/** The plans of a location with its bays: watched, or placed. */
export function PlanTab({ locationId }: { locationId: number }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const plans = usePlans(locationId);
  const slots = usePlanSlots(locationId);
  const mayPlace = usePermitted(entity.can('update'));
  const mayAdd = usePermitted(entity.can('create'));
  const [mode, setMode] = useState<(typeof modes)[number]>('watch');
  const choice = useRef<HTMLDivElement>(null);
  // The keyboard goes on at the choice that led to the editor.
  function watch(): void {
    setMode('watch');
    choice.current?.querySelector<HTMLInputElement>('input[value="watch"]')?.focus();
  }
  const layout = plans.rows.find(({ id }) => String(id) === search.get('plan')) ?? plans.rows[0];
  if (plans.error) return <FailedState onRetry={plans.retry} />;
  if (!slots.data || plans.loading) return <QueryBoundary of={slots} />;
  if (!layout)
    return (
      <EmptyState
        drawing="map"
        title={t('plan.none.title')}
        text={t('plan.none.text')}
        action={
          mayAdd && (
            <Button component={Link} to={managerAddress(locationId)}>
              {t('plan.none.action')}
            </Button>
          )
        }
      />
    );
  return (
    <>
      <Group justify="space-between" gap="xs">
        {plans.rows.length > 1 ? (
          <Select
            aria-label={t('plan.choose')}
            value={String(layout.id)}
            data={plans.rows.map(({ id, name, floor }) => ({
              value: String(id),
              label: floor && floor.name !== name ? `${floor.name} · ${name}` : name,
            }))}
            allowDeselect={false}
            onChange={(plan) =>
              plan &&
              setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), plan }), { replace: true })
            }
          />
        ) : (
          <span />
        )}
        {mayPlace && (
          <SegmentedControl
            ref={choice}
            aria-label={t('plan.mode')}
            value={mode}
            onChange={setMode}
            data={modes.map((value) => ({ value, label: t(`plan.modes.${value}`) }))}
          />
        )}
      </Group>
      {mode === 'watch' && <SlotPlan key={layout.id} layout={layout} locationId={locationId} slots={slots.data} />}
      {mode === 'row' && <RowEditor key={layout.id} layout={layout} slots={slots.data} onDone={watch} />}
      {mode === 'move' && (
        <div className={classes.editor}>
          <ItemsEditor key={layout.id} layout={layout} actions={null} />
        </div>
      )}
    </>
  );
}
