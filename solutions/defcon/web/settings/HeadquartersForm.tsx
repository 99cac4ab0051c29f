import { NumberInput, Switch } from '@mantine/core';
import type { z } from 'zod';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { headquartersSetting } from '../../common/settings/setting.ts';
import { useText } from '../texts.ts';
import { FeeBands } from './FeeBands.tsx';

const schema = headquartersSetting.omit({ kind: true, version: true });
type Stored = z.infer<typeof headquartersSetting>;
type Props = { stored: Stored; save(values: Omit<Stored, 'version'>): Promise<unknown> };

/** The rules of a police headquarters and its stations. */
export function HeadquartersForm({ stored: { kind, version: _, ...initial }, save }: Props) {
  const t = useText();
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial,
    save: (values) => save({ kind, ...values }),
  });
  return (
    <EntityForm form={form} needsChange>
      <Switch {...form.field('direct', 'checkbox')} description={t('rules.directHint')} />
      <Switch {...form.field('acceptsCustomers', 'checkbox')} description={t('rules.acceptsHint')} />
      <NumberInput {...form.field('hqAckSeconds')} min={10} max={3600} suffix={t('secondsSuffix')} />
      <NumberInput
        {...form.field('localAckSeconds')}
        description={t('rules.localAckHint')}
        min={10}
        max={3600}
        suffix={t('secondsSuffix')}
      />
      <FeeBands
        bands={form.values.feeBands}
        onChange={(bands) => form.set('feeBands', bands)}
        errorAt={(path) => form.errorAt(path ? `feeBands.${path}` : 'feeBands')}
      />
      <NumberInput {...form.field('suspendAt')} description={t('rules.suspendHint')} min={0} max={99} />
      <NumberInput
        {...form.field('dossierDays')}
        description={t('rules.dossierHint')}
        min={30}
        max={365}
        suffix={t('rules.days')}
      />
    </EntityForm>
  );
}
