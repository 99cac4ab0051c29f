import { Alert, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Structure } from '#core/places/common/structure.ts';
import { StructureFromAddress, siteAddress, structuresAddress, useFloors } from '#core/places/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { FileButton, FileDrop } from '#platform/web/ui/form/FileDrop.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { layout as entity, planUpload } from '../common/layout.ts';
import { useText } from './api.ts';
import { type FloorChoice, FloorSelect, maxFloorTabs } from './FloorSelect.tsx';
import { PlanActions } from './PlanActions.tsx';
import { PlanEditor } from './PlanEditor.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { type Replacement, usePlanFiles } from './use-plan-files.ts';
import { usePlans } from './use-plans.ts';

const wholeStructure = 'whole';

/** The layouts of a structure by floor, or of the floor in the address. */
export function LayoutManagerPage() {
  const floorId = Number(useParams().floorId) || null;
  return (
    <StructureFromAddress>
      {(structure) => <Manager key={`${structure.id}/${floorId}`} structure={structure} onlyFloorId={floorId} />}
    </StructureFromAddress>
  );
}

type Plans = ReturnType<typeof usePlans>;
type Floors = ReturnType<typeof useFloors>;

/** The floor and plan in the address, else the first floor with a plan. */
function useShownPlan(plans: Plans, floors: Floors, onlyFloorId: number | null) {
  const [search, setSearch] = useSearchParams();
  const fallback = plans.rows[0] ? (plans.rows[0].floorId ?? wholeStructure) : (floors.rows[0]?.id ?? wholeStructure);
  const tab = String(onlyFloorId ?? search.get('floor') ?? fallback);
  const floorId = tab === wholeStructure ? null : Number(tab);
  const ofFloor = plans.rows.filter((plan) => plan.floorId === floorId);
  return {
    tab,
    floorId,
    ofFloor,
    shown: ofFloor.find((plan) => String(plan.id) === search.get('plan')) ?? ofFloor[0],
    go: (floor: string, plan?: number) =>
      setSearch(plan ? { floor, plan: String(plan) } : { floor }, { replace: true }),
  };
}

/** The selection of floors: tabs, or a select for many floors. */
function useFloorChoice(plans: Plans, floors: Floors, tab: string, select: (floor: string) => void) {
  const t = useText();
  const countOn = (id: number | null) => plans.rows.filter((plan) => plan.floorId === id).length;
  const choices: readonly FloorChoice[] = [
    { value: wholeStructure, label: t('wholeStructure'), count: countOn(null) },
    ...floors.rows.map(({ id, name }) => ({ value: String(id), label: name, count: countOn(id) })),
  ];
  return choices.length > maxFloorTabs
    ? { toolbar: <FloorSelect floors={choices} value={tab} onChange={select} /> }
    : { tabs: choices, tab, onTab: select };
}

function Manager({ structure, onlyFloorId }: { structure: Structure; onlyFloorId: number | null }) {
  const t = useText();
  const floors = useFloors(structure);
  const plans = usePlans(structure.id);
  const { tab, floorId, ofFloor, shown, go: select } = useShownPlan(plans, floors, onlyFloorId);
  const chooseFloor = useFloorChoice(plans, floors, tab, select);
  const may = { add: usePermitted(entity.can('create')), change: usePermitted(entity.can('update')) };
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const files = usePlanFiles((created) => select(tab, created.id));

  const add = (file: File) =>
    void files.add(
      { structureId: structure.id, floorId },
      file,
      ofFloor.map((plan) => plan.name),
    );
  const replace = async (file: File, confirm: boolean) => {
    if (!shown) return;
    const checked = await files.checkPlan(shown, file);
    if (confirm || checked.otherRatio) setReplacement(checked);
    else setReplacement(await files.replace(checked));
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
  const floorName = floors.rows.find((plan) => plan.id === floorId)?.name;
  return (
    <PageFrame
      fill
      title={onlyFloorId && floorName ? t('titleOfFloor', { name: floorName }) : t('title')}
      parents={[
        { label: t('structures'), to: structuresAddress },
        { label: structure.name, to: siteAddress(structure.id) },
      ]}
      {...(onlyFloorId ? {} : chooseFloor)}
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
                  onChoose={(id) => select(tab, id)}
                  onReplace={(file) => void replace(file, false)}
                  onRemoved={() => select(tab)}
                />
              }
            />
          ) : (
            <NoPlan mayAdd={may.add} upload={upload('filled')} />
          )}
        </FileDrop>
      )}
      <ReplaceDialog
        replacement={replacement}
        pending={files.pending}
        onCancel={() => setReplacement(null)}
        onAnswer={(devices) => {
          if (replacement) void files.replace(replacement, devices).then(setReplacement);
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
