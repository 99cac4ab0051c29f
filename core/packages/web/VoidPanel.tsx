import { Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { ExternalOrder } from '../common/package.ts';
import { api, useText } from './api.ts';

const schema = z.object({ reason: requiredText(300) });

/** Voids a code, or all codes of its batch that are not redeemed. */
export function VoidPanel({ of, onClose }: { of: ExternalOrder; onClose(): void }) {
  const t = useText();
  const [what, setWhat] = useState<'code' | 'batch'>('code');
  const make = useAction(api.package.void, {
    invalidates: [api.package.external],
    notice: ({ count }) => t('voided', { count }),
    onDone: onClose,
    keyed: true,
  });
  const form = useEntityForm(schema, {
    namespace: 'packages',
    initial: { reason: '' },
    save: ({ reason }) => make.ask({ body: { ...(what === 'code' ? { id: of.id } : { batch: of.batch }), reason } }),
  });
  return (
    <SidePanel title={t('voidOf', { last4: of.last4 })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('makeVoid')}>
        <Radio.Group label={t('what')} value={what} onChange={(value) => setWhat(value === 'batch' ? 'batch' : 'code')}>
          <Stack gap="xs" mt="xs">
            <Radio value="code" label={t('thisCode')} />
            <Radio value="batch" label={t('wholeBatch')} />
          </Stack>
        </Radio.Group>
        <Textarea {...form.field('reason')} autosize minRows={2} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
