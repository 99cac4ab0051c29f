import { Text, Textarea } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { LocalTimeInput } from '#platform/web/ui/time/LocalTimeInput.tsx';
import { localInstant } from '#platform/web/ui/time/local-time.ts';
import type { Fitting } from '../common/fitting.ts';
import { namespace, useText } from './text.ts';
import type { FittingCalls } from './use-carriers.ts';

const schema = z.object({ at: z.string(), why: z.string().trim().max(200, 'tooLong') });

type Props = { calls: FittingCalls; fitting: Fitting; onClose(): void };

/** Takes a device out of what it is fitted to, now or at a past time. */
export function UnfitPanel({ calls, fitting, onClose }: Props) {
  const t = useText();
  const { date } = useFormats();
  const unfit = useAction(calls.unfit);
  const { device, subject, fromAt } = fitting;
  const form = useEntityForm(schema, {
    namespace,
    initial: { at: '', why: '' },
    save({ at, why }) {
      const instant = localInstant(at);
      return unfit.ask({ params: { id: device.id }, body: { why, ...(instant ? { at: instant } : {}) } });
    },
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('unfitTitle', { name: device.name })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('unfit')}>
        <Text size="sm">{t('fittedSince', { name: subject.name ?? t('hidden'), since: date(fromAt) })}</Text>
        <LocalTimeInput
          {...form.field('at')}
          value={form.values.at}
          onChange={(at) => form.set('at', at)}
          description={t('atHint')}
        />
        <Textarea {...form.field('why')} autosize maxLength={200} />
      </EntityForm>
    </SidePanel>
  );
}
