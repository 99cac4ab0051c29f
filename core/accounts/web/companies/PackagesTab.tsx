import { Button, Group, Modal, NumberInput, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { canDo } from '#platform/common/permission-key.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { ComPackage } from '../../common/com-package.ts';
import { api } from '../api.ts';
import { useText } from '../text.ts';
import { comIcon } from './com-icons.ts';

/** The remaining text messages, calls and data, which can be passed on. */
export function PackagesTab({ companyId }: { companyId: number }) {
  const t = useText();
  const { number } = useFormats();
  const found = useData(api.comPackage.list, { params: { id: companyId } }, { silent: true });
  const [given, setGiven] = useState<ComPackage | null>(null);
  if (!found.data) return <QueryBoundary of={found} height={sizes.drawing} />;
  if (found.data.length === 0) return <EmptyState title={t('packages.none')} text={t('packages.noneText')} />;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {found.data.map((one) => {
          const name = t(`values.comKind.${one.kind}`);
          const Icon = comIcon(one.icon);
          return (
            <Panel key={one.id} title={name} aside={<Icon size={iconSizes.lg} aria-hidden />}>
              <Stack gap="sm">
                <Text>{t('packages.left', { remaining: number(one.remaining), total: number(one.total) })}</Text>
                <Progress value={one.total === 0 ? 0 : (100 * one.remaining) / one.total} aria-label={name} />
                <Can access={canDo('company.com-package', 'transfer')}>
                  <Group>
                    <Button variant="default" size="xs" disabled={one.remaining === 0} onClick={() => setGiven(one)}>
                      {t('packages.transfer')}
                    </Button>
                  </Group>
                </Can>
              </Stack>
            </Panel>
          );
        })}
      </SimpleGrid>
      {given && <Transfer companyId={companyId} given={given} onClose={() => setGiven(null)} />}
    </>
  );
}

const draft = z.object({
  companyId: z.number('Required'),
  units: z.number('enterANumber').int('enterANumber').positive('positiveNumber'),
});

function Transfer({ companyId, given, onClose }: { companyId: number; given: ComPackage; onClose(): void }) {
  const t = useText();
  const kit = useKitText();
  const transfer = useAction(api.comPackage.transfer, { keyed: true });
  const form = useEntityForm(draft, {
    namespace: 'accounts',
    initial: { companyId: '', units: '' },
    save: (values) =>
      transfer.ask({
        params: { id: companyId },
        body: { packageId: given.id, companyId: values.companyId, units: values.units },
      }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('packages.transfer')}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <EntityForm form={form} submitLabel={t('packages.transfer')}>
        <SearchSelect
          {...form.field('companyId')}
          label={t('packages.client')}
          of={api.company.list}
          query={{ customerId: companyId, side: 'client' }}
        />
        <NumberInput {...form.field('units')} min={1} max={given.remaining} allowDecimal={false} />
      </EntityForm>
    </Modal>
  );
}
