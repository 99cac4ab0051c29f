import { Alert, Box, Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useSiteZone } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { sizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { WizardFrame } from '#platform/web/ui/wizard/WizardFrame.tsx';
import { addedAddress, locationsAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { BaysStep } from './BaysStep.tsx';
import { type AddDraft, addSteps, checkOf, type GroupRow } from './draft.ts';
import { GroupsStep } from './GroupsStep.tsx';
import { OpeningStep } from './OpeningStep.tsx';
import { PlaceStep } from './PlaceStep.tsx';
import { PublicStep } from './PublicStep.tsx';
import { refusedFaults } from './refused-faults.ts';
import { useDraft } from './use-draft.ts';
import { useSteps } from './use-steps.ts';

const contents = {
  place: PlaceStep,
  opening: OpeningStep,
  groups: GroupsStep,
  bays: BaysStep,
  public: PublicStep,
} as const;

/** Adds a car park in steps: its place, hours, groups, bays and public page. It is made in one call. */
export function AddWizard({ companyId }: { companyId: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { draft, isRestored, change, changeGroup, forget, startAgain } = useDraft(companyId);
  const ofSite = useSiteZone(companyId, draft.structureId);
  const zone = ofSite ?? companyZone();
  const { faults, body } = checkOf(draft, zone);
  const steps = useSteps(faults);
  const { active, step, errorAt } = steps;
  const create = useAction(api.location.create, { keyed: true, invalidates: [api.group.list, api.slot.list] });

  async function finish() {
    if (!body) return steps.open(addSteps.length);
    try {
      const made = await create.ask({ body });
      forget();
      await navigate(addedAddress(made.id));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      steps.refuse(refusedFaults(error, draft));
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (active === addSteps.length - 1) void finish();
    else steps.open(active + 1);
  };
  const Content = contents[step];
  return (
    <form ref={steps.form} onSubmit={submit} noValidate>
      {isRestored && <Restored onStartAgain={() => [startAgain(), steps.restart()]} />}
      <WizardFrame
        steps={addSteps.map((one) => t(`add.steps.${one}`))}
        active={active}
        reached={steps.reached}
        onStep={steps.open}
        onLeave={() => void navigate(locationsAddress)}
        summary={<Summary of={draft} />}
        finish={
          <Button type="submit" loading={create.pending} disabled={ofSite === undefined}>
            {t('addLocation')}
          </Button>
        }
      >
        <Box
          ref={steps.content}
          maw={sizes.widePanel}
          role="group"
          aria-label={t(`add.titles.${step}`)}
          tabIndex={-1}
          style={{ outline: 'none' }}
        >
          <Panel title={t(`add.titles.${step}`)}>
            <Content
              {...{ companyId, zone, draft, errorAt }}
              change={(changes: Partial<AddDraft>) => [steps.changed(), change(changes)]}
              changeGroup={(key: number, changes: Partial<GroupRow>) => [steps.changed(), changeGroup(key, changes)]}
            />
          </Panel>
        </Box>
      </WizardFrame>
    </form>
  );
}

/** What was entered before, and how to leave it out. */
function Restored({ onStartAgain }: { onStartAgain(): void }) {
  const t = useText();
  return (
    <Alert variant="light" mb="md" title={t('add.restored')} maw={sizes.widePanel}>
      <Button size="compact-sm" variant="default" onClick={onStartAgain}>
        {t('add.startAgain')}
      </Button>
    </Alert>
  );
}

/** How many places the car park has so far. */
function Summary({ of: { groups } }: { of: AddDraft }) {
  const t = useText();
  const places = groups.reduce((sum, one) => sum + (one.places ?? 0), 0);
  return places > 0 && t('add.placesSoFar', { count: places });
}
