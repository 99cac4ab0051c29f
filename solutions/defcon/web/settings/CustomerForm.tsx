import { Switch } from '@mantine/core';
import type { z } from 'zod';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { customerSetting } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';
import { RuleFields } from './RuleFields.tsx';

const schema = customerSetting.omit({ kind: true, version: true });
type Stored = z.infer<typeof customerSetting>;
type Props = { stored: Stored; save(values: Omit<Stored, 'version'>): Promise<unknown> };

/** The rules of a company that has panels. */
export function CustomerForm({ stored: { kind, version: _, ...initial }, save }: Props) {
  const t = useText();
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial,
    save: (values) => save({ kind, ...values }),
  });
  return (
    <EntityForm form={form} needsChange>
      <RuleFields form={form} />
      <Switch {...form.field('notifyArming', 'checkbox')} />
      <Switch {...form.field('notifyLateToArm', 'checkbox')} />
      <Switch {...form.field('remoteDisarm', 'checkbox')} description={t('rules.remoteDisarmHint')} />
      <Switch {...form.field('panicHold', 'checkbox')} description={t('rules.panicHoldHint')} />
    </EntityForm>
  );
}
