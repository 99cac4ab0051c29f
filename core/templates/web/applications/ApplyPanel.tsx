import { Button, Group, Radio, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ForCompany, StructureSelect } from '#core/places/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { TemplateRow } from '../../common/template.ts';
import { NeedsNetwork, useNoNetwork } from '../NeedsNetwork.tsx';
import { templateSource } from '../source.ts';
import { useText } from '../texts.ts';

type Chosen = { ids: number[]; hardwareId: number };
type Props = {
  app: AppManifest;
  /** The template; without it the panel asks for one of the devices' model. */
  template?: TemplateRow;
  /** Devices of one model; without them the panel asks which. */
  devices?: Chosen;
  onClose(): void;
};

const targets = ['following', 'model', 'structure'] as const;
type Target = (typeof targets)[number];

/** Gives a template to many devices and opens the application, which shows what becomes of each. */
export function ApplyPanel({ app, template, devices, onClose }: Props) {
  const t = useText();
  const { calls, addresses } = templateSource(app);
  const navigate = useNavigate();
  const [templateId, setTemplateId] = useState<number | null>(template?.id ?? null);
  const [target, setTarget] = useState<Target>(template && template.devices > 0 ? 'following' : 'model');
  const [structureId, setStructureId] = useState<number | null>(null);
  const [keepLocal, setKeepLocal] = useState(true);
  const [keys] = useState(createIdempotencyKeys);
  const noNetwork = useNoNetwork();
  const apply = useAction(calls.apply, { onDone: keys.answered, onError: keys.failed });
  const ready = templateId !== null && (devices !== undefined || target !== 'structure' || structureId !== null);
  const submit = async () => {
    if (templateId === null) return;
    const filter = {
      following: target === 'following',
      ...(target === 'structure' && structureId !== null ? { structureId } : {}),
    };
    const body = { keepLocal, ...(devices ? { deviceIds: devices.ids } : { filter }) };
    const { id } = await apply.ask({
      params: { id: templateId },
      body,
      headers: { 'idempotency-key': keys.keyFor({ templateId, ...body }) },
    });
    onClose();
    void navigate(`${addresses.details(templateId)}?tab=applications&application=${id}`);
  };
  return (
    <SidePanel title={t('apply.title')} onClose={onClose}>
      <Stack gap="md">
        {!template && (
          <SearchSelect
            name="templateId"
            label={t('apply.template')}
            of={calls.list}
            filter={{ status: 'active', ...(devices ? { hardwareId: String(devices.hardwareId) } : {}) }}
            value={templateId}
            onChange={setTemplateId}
          />
        )}
        {devices ? (
          <Text>{t('apply.devices', { count: devices.ids.length })}</Text>
        ) : (
          <Radio.Group label={t('apply.to')} value={target} onChange={(next) => setTarget(next as Target)}>
            <Stack gap="xs" mt="xs">
              {targets
                .filter((value) => value !== 'following' || (template && template.devices > 0))
                .map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={t(`apply.target.${value}`, { count: template?.devices ?? 0 })}
                  />
                ))}
            </Stack>
          </Radio.Group>
        )}
        {!devices && target === 'structure' && (
          <ForCompany>
            {(companyId) => (
              <StructureSelect
                label={t('apply.structure')}
                companyId={companyId}
                known={null}
                value={structureId}
                onChange={setStructureId}
              />
            )}
          </ForCompany>
        )}
        <Switch
          label={t('apply.keepLocal')}
          description={t('apply.keepLocalHint')}
          checked={keepLocal}
          onChange={(event) => setKeepLocal(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t('apply.hint')}
        </Text>
        <NeedsNetwork />
        <Group justify="flex-end">
          <Button disabled={!ready || noNetwork} loading={apply.pending} onClick={() => void submit()}>
            {t('apply.button')}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  );
}
