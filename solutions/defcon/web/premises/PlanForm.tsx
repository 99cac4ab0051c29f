import { Checkbox, Group, Textarea } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { dangers, type PremisesFile, premisesFile } from '../../common/premises/premises-file.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** Each line is a step. */
const stepsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const schema = premisesFile.fields.extend({ plan: z.string() });

type Props = { file: PremisesFile; onClose(): void };

/** A side panel for what is done on an incident at a site, how to get in, and what is dangerous there. */
export function PlanForm({ file, onClose }: Props) {
  const t = useText();
  const update = useAction(api.premisesFile.update, { invalidates: [api.premisesFile.get] });
  const { plan, accessNotes, hazards, dogs, weapons, gas } = file;
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: { plan: plan.join('\n'), accessNotes, hazards, dogs, weapons, gas },
    save: ({ plan: lines, ...notes }) =>
      update.ask({ params: { structureId: file.structureId }, body: { ...notes, plan: stepsOf(lines) } }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('premisesFile.editPlan')} onClose={onClose}>
      <EntityForm form={form}>
        <Textarea
          {...form.field('plan')}
          description={t('premisesFile.planHint')}
          dir="auto"
          autosize
          minRows={6}
          data-autofocus
        />
        <Textarea {...form.field('accessNotes')} dir="auto" autosize minRows={3} maxLength={2000} />
        <Textarea {...form.field('hazards')} dir="auto" autosize minRows={2} maxLength={500} />
        <Group gap="md">
          {dangers.map((one) => (
            <Checkbox key={one} {...form.field(one, 'checkbox')} />
          ))}
        </Group>
      </EntityForm>
    </SidePanel>
  );
}
