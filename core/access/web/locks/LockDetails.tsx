import { Button, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AssetSelect } from '#core/assets/web/parts.tsx';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { LockState } from '../../common/lock.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

type Props = { device: DeviceDetail; lock: LockState };

/** What the company states about a lock: its name for people without an account, what it locks, tags and a note. */
export function LockDetails({ device, lock }: Props) {
  const t = useText();
  const { calls } = useAccess();
  const [editing, setEditing] = useState(false);
  const { publicName, asset, tags, note } = lock;
  return (
    <>
      <Facts
        title={t('details.title')}
        aside={
          <Can access={calls.lock.details.route.access} on={{ resource: device.structure?.id ?? null }}>
            <Button variant="default" size="compact-md" onClick={() => setEditing(true)}>
              {t('actions.editDetails')}
            </Button>
          </Can>
        }
        items={[
          [t('details.publicName'), <bdi key="name">{publicName || device.name}</bdi>],
          [t('details.asset'), <bdi key="asset">{asset?.name ?? '–'}</bdi>],
          [t('details.tags'), <bdi key="tags">{tags.join(', ') || '–'}</bdi>],
          [t('fields.note'), <bdi key="note">{note || '–'}</bdi>],
        ]}
      />
      {editing && <DetailsForm device={device} lock={lock} onClose={() => setEditing(false)} />}
    </>
  );
}

function DetailsForm({ device, lock, onClose }: Props & { onClose(): void }) {
  const t = useText();
  const { calls } = useAccess();
  const [draft, setDraft] = useState({
    publicName: lock.publicName,
    assetId: lock.assetId,
    tags: lock.tags,
    note: lock.note,
  });
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = useAction(calls.lock.details, { onDone: onClose, invalidates: [calls.lock.state] });
  return (
    <SidePanel title={t('details.title')} onClose={onClose}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.run({ params: { id: device.id }, body: draft });
        }}
      >
        <TextInput
          label={t('details.publicName')}
          description={t('details.publicNameHint')}
          maxLength={60}
          value={draft.publicName}
          onChange={(event) => set({ publicName: event.target.value })}
        />
        <AssetSelect
          companyId={device.companyId}
          label={t('details.asset')}
          value={draft.assetId}
          known={lock.asset}
          onChange={(assetId) => set({ assetId })}
        />
        <TagsInput label={t('details.tags')} maxTags={20} value={[...draft.tags]} onChange={(tags) => set({ tags })} />
        <Textarea
          label={t('fields.note')}
          maxLength={300}
          autosize
          value={draft.note}
          onChange={(event) => set({ note: event.target.value })}
        />
        <Button type="submit" loading={save.pending}>
          {t('actions.saveDetails')}
        </Button>
      </Stack>
    </SidePanel>
  );
}
