import { MultiSelect, NumberInput } from '@mantine/core';
import type { z } from 'zod';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TagInput } from '#platform/web/ui/input/TagInput.tsx';
import { autoPoliceKinds, securitySetting } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';
import { PriorityTable, TargetTable } from './PriorityTables.tsx';
import { RuleFields } from './RuleFields.tsx';

const schema = securitySetting.omit({ kind: true, version: true });
type Stored = z.infer<typeof securitySetting>;
type Props = { stored: Stored; save(values: Omit<Stored, 'version'>): Promise<unknown> };

/** The rules of a company that watches panels of others. */
export function SecurityForm({ stored: { kind, version: _, ...initial }, save }: Props) {
  const t = useText();
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial,
    save: (values) => save({ kind, ...values }),
  });
  const { autoPolice, shifts } = form.values;
  return (
    <EntityForm form={form} wide needsChange>
      <PriorityTable form={form} />
      <TargetTable form={form} />
      <MultiSelect
        label={t('fields.autoPolice')}
        description={t('rules.autoPoliceHint')}
        data={autoPoliceKinds.map((value) => ({ value, label: t(`alarms.${value}`) }))}
        value={autoPolice}
        onChange={(chosen) =>
          form.set(
            'autoPolice',
            autoPoliceKinds.filter((one) => chosen.includes(one)),
          )
        }
      />
      <NumberInput
        {...form.field('takeOverMinutes')}
        description={t('rules.takeOverHint')}
        min={1}
        max={30}
        suffix={t('rules.minutes')}
      />
      <TagInput
        label={t('fields.shifts')}
        value={shifts}
        maxTags={6}
        error={form.errorAt('shifts')}
        onChange={(names) => form.set('shifts', names)}
      />
      <RuleFields form={form} />
    </EntityForm>
  );
}
