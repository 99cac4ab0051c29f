import { ActionIcon, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { IconDots, IconPencil, IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { imageTypes } from '#platform/common/upload.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { layout as entity, type Layout } from '../common/layout.ts';
import { api, useText } from './api.ts';
import classes from './Plan.module.css';

type Props = {
  layout: Layout;
  /** All plans of the floor. */
  plans: readonly Layout[];
  onChoose(id: number): void;
  onReplace(file: File): void;
  onRemoved(): void;
};

/** The selection of the plan and its actions. */
export function PlanActions({ layout, plans, onChoose, onReplace, onRemoved }: Props) {
  const t = useText();
  const kitText = useKitText();
  const file = useRef<HTMLInputElement>(null);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = useAction(api.layout.remove, {
    onDone: () => {
      setDeleting(false);
      onRemoved();
    },
    onError: () => setDeleting(false),
  });
  if (renaming) return <Rename layout={layout} onClose={() => setRenaming(false)} />;
  return (
    <Group gap="xs">
      {plans.length > 1 && (
        <Select
          aria-label={t('choosePlan')}
          data={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(layout.id)}
          onChange={(value) => value && onChoose(Number(value))}
          allowDeselect={false}
        />
      )}
      <HistoryButton of={api.layout.history} params={{ id: layout.id }} namespace="layouts" />
      <Can access={{ or: [entity.can('update'), entity.can('delete')] }}>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={t('planActions', { name: layout.name })}>
              <IconDots size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Can access={entity.can('update')}>
              <Menu.Item leftSection={<IconPencil size={iconSizes.md} aria-hidden />} onClick={() => setRenaming(true)}>
                {t('rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPhotoUp size={iconSizes.md} aria-hidden />}
                onClick={() => file.current?.click()}
              >
                {t('replacePicture')}
              </Menu.Item>
            </Can>
            <Can access={entity.can('delete')}>
              <Menu.Item leftSection={<IconTrash size={iconSizes.md} aria-hidden />} onClick={() => setDeleting(true)}>
                {kitText('actions.delete')}
              </Menu.Item>
            </Can>
          </Menu.Dropdown>
        </Menu>
      </Can>
      <input
        ref={file}
        type="file"
        hidden
        accept={imageTypes.join(',')}
        aria-label={t('replacePicture')}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (chosen) onReplace(chosen);
        }}
      />
      <ConfirmDialog
        opened={deleting}
        title={t('deletePlan.title')}
        message={t('deletePlan.text')}
        entityName={layout.name}
        pending={remove.pending}
        onConfirm={() => remove.run({ params: { id: layout.id } })}
        onCancel={() => setDeleting(false)}
      />
    </Group>
  );
}

/** The form for the name. Enter saves, Escape cancels. */
function Rename({ layout, onClose }: { layout: Layout; onClose(): void }) {
  const t = useText();
  const kitText = useKitText();
  const [name, setName] = useState(layout.name);
  const update = useAction(api.layout.update, { onDone: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) update.run({ params: { id: layout.id }, body: { name: name.trim() } });
  };
  return (
    <form
      className={classes.rename}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <TextInput
        aria-label={t('planName')}
        value={name}
        maxLength={80}
        autoFocus
        error={name.trim() ? null : kitText('validation.Required')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={update.pending}>
        {kitText('actions.save')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {kitText('actions.cancel')}
      </Button>
    </form>
  );
}
