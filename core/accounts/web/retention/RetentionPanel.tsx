import { NumberInput, Textarea } from '@mantine/core';
import { maxLegalBasis } from '#platform/common/settings/retention.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Retained, retentionChange } from '../../common/retention.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';

/** Changes for how long a kind of records is kept, and by what law. */
export function RetentionPanel({ of, name, onClose }: { of: Retained; name: string; onClose(): void }) {
  const t = useText();
  const { app, min, max, version } = of;
  const update = useAction(api.retention.update);
  const form = useEntityForm(
    retentionChange.extend({ days: retentionChange.shape.days.min(min, 'outOfRange').max(max, 'outOfRange') }),
    {
      namespace: 'accounts',
      initial: { days: of.days, legalBasis: of.legalBasis },
      save: (values) => update.ask({ body: { ...values, app, name: of.name, version } }),
      onSaved: onClose,
    },
  );
  return (
    <SidePanel title={name} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <NumberInput
          {...form.field('days')}
          description={t('retention.bounds', { min, max, usual: of.default })}
          min={min}
          max={max}
          allowDecimal={false}
        />
        <Textarea
          {...form.field('legalBasis')}
          description={t('retention.basisHint')}
          maxLength={maxLegalBasis}
          minRows={3}
          autosize
        />
      </EntityForm>
    </SidePanel>
  );
}
