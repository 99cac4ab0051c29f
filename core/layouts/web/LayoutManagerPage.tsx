import { Alert, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Structure } from '#core/places/common/structure.ts';
import { OneStructure, structureAddress, structuresAddress, useFloors } from '#core/places/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { FileButton, FileDrop } from '#platform/web/ui/form/FileDrop.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { layout as entity, planUpload } from '../common/layout.ts';
import { useText } from './api.ts';
import { type FloorChoice, FloorSelect, mostFloorTabs } from './FloorSelect.tsx';
import { PlanActions } from './PlanActions.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { type Replacement, usePlanFiles } from './use-plan-files.ts';
import { usePlans } from './use-plans.ts';

const whole = 'whole';

/** The plans of a structure, floor by floor, with the devices on them; or of the one floor that the address names. */
export function LayoutManagerPage() {
  const floorId = Number(useParams().floorId) || null;
  return (
    <OneStructure>
      {(structure) => <Manager key={`${structure.id}/${floorId}`} structure={structure} only={floorId} />}
    </OneStructure>
  );
}

type Plans = ReturnType<typeof usePlans>;
type Floors = ReturnType<typeof useFloors>;

/** The floor and the plan that the address names; else the first floor that has a plan. */
function useShownPlan(plans: Plans, floors: Floors, only: number | null) {
  const [search, setSearch] = useSearchParams();
  const fallback = plans.rows[0] ? (plans.rows[0].floorId ?? whole) : (floors.rows[0]?.id ?? whole);
  const tab = String(only ?? search.get('floor') ?? fallback);
  const floorId = tab === whole ? null : Number(tab);
  const ofFloor = plans.rows.filter((one) => one.floorId === floorId);
  return {
    tab,
    floorId,
    ofFloor,
    shown: ofFloor.find((one) => String(one.id) === search.get('plan')) ?? ofFloor[0],
    go: (floor: string, plan?: number) =>
      setSearch(plan ? { floor, plan: String(plan) } : { floor }, { replace: true }),
  };
}

/** The floors to choose from: as tabs while they are few. */
function useFloorChoice(plans: Plans, floors: Floors, tab: string, go: (floor: string) => void) {
  const t = useText();
  const countOn = (id: number | null) => plans.rows.filter((one) => one.floorId === id).length;
  const choices: readonly FloorChoice[] = [
    { value: whole, label: t('wholeStructure'), count: countOn(null) },
    ...floors.rows.map(({ id, name }) => ({ value: String(id), label: name, count: countOn(id) })),
  ];
  return choices.length > mostFloorTabs
    ? { toolbar: <FloorSelect floors={choices} value={tab} onChange={go} /> }
    : { tabs: choices, tab, onTab: go };
}

function Manager({ structure, only }: { structure: Structure; only: number | null }) {
  const t = useText();
  const floors = useFloors(structure);
  const plans = usePlans(structure.id);
  const { tab, floorId, ofFloor, shown, go } = useShownPlan(plans, floors, only);
  const chooseFloor = useFloorChoice(plans, floors, tab, go);
  const may = { add: usePermitted(entity.can('create')), change: usePermitted(entity.can('update')) };
  const [asked, setAsked] = useState<Replacement | null>(null);
  const files = usePlanFiles((made) => go(tab, made.id));

  const add = (file: File) =>
    void files.add(
      { structureId: structure.id, floorId },
      file,
      ofFloor.map((one) => one.name),
    );
  const replace = async (file: File, ask: boolean) => {
    if (!shown) return;
    const wanted = await files.checkPlan(shown, file);
    if (ask || wanted.otherRatio) setAsked(wanted);
    else void files.replace(wanted);
  };
  const upload = (variant: 'filled' | 'default') => (
    <FileButton
      label={t(shown ? 'addPlan' : 'uploadPlan')}
      upload={planUpload}
      onFile={add}
      pending={files.pending}
      variant={variant}
    />
  );
  const floorName = floors.rows.find((one) => one.id === floorId)?.name;
  return (
    <PageFrame
      fill
      title={only && floorName ? t('titleOfFloor', { name: floorName }) : t('title')}
      parents={[
        { label: t('structures'), to: structuresAddress },
        { label: structure.name, to: structureAddress(structure.id) },
      ]}
      {...(only ? {} : chooseFloor)}
      {...(may.add && shown ? { action: upload('default') } : {})}
    >
      {files.fault && (
        <Alert role="alert" mb="sm">
          {files.fault}
        </Alert>
      )}
      {plans.error ? (
        <FailedState onRetry={plans.retry} />
      ) : plans.loading || floors.loading ? (
        <Skeleton h={sizes.chart} radius="lg" />
      ) : (
        <FileDrop
          disabled={shown ? !may.change : !may.add}
          upload={planUpload}
          onFile={shown ? (file) => void replace(file, true) : add}
        >
          {shown ? (
            <PlanEditor
              key={shown.id}
              layout={shown}
              actions={
                <PlanActions
                  layout={shown}
                  plans={ofFloor}
                  onChoose={(id) => go(tab, id)}
                  onReplace={(file) => void replace(file, false)}
                  onRemoved={() => go(tab)}
                />
              }
            />
          ) : (
            <NoPlan mayAdd={may.add} upload={upload('filled')} />
          )}
        </FileDrop>
      )}
      <ReplaceDialog
        asked={asked}
        pending={files.pending}
        onCancel={() => setAsked(null)}
        onAnswer={(devices) => {
          if (asked) void files.replace(asked, devices).then(() => setAsked(null));
        }}
      />
    </PageFrame>
  );
}

function NoPlan({ mayAdd, upload }: { mayAdd: boolean; upload: ReactNode }) {
  const t = useText();
  return (
    <EmptyState
      drawing="map"
      title={t('noPlan.title')}
      text={t(mayAdd ? 'noPlan.text' : 'noPlan.textReader')}
      action={mayAdd && upload}
    />
  );
}
