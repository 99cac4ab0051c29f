import { ActionIcon, Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useKitText } from '../../../i18n/texts.ts';
import { iconSizes } from '../../../theme.ts';
import { useInputText } from '../../input/texts.ts';
import classes from '../ListPage.module.css';
import {
  addView,
  maxNameLength,
  nameFault,
  removeView,
  renameView,
  type SavedView,
  toggleDefault,
} from './saved-views.ts';
import type { ViewsControl } from './use-saved-views.ts';

/** The saved views, and the form that saves the current one. */
export function ViewsPanel({ views, onClose }: { views: ViewsControl; onClose(): void }) {
  const t = useInputText();
  const [renaming, setRenaming] = useState<number | null>(null);
  const { all, current, change } = views;
  return (
    <Stack gap="sm">
      {all.views.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('views.none')}
        </Text>
      ) : (
        <ul className={classes.views}>
          {all.views.map((view) => (
            <li key={view.id}>
              {renaming === view.id ? (
                <NameForm
                  label={t('views.newName')}
                  initial={view.name}
                  faultOf={(name) => nameFault(all, name, view.id)}
                  onDone={(name) => {
                    void change(renameView(all, view.id, name));
                    setRenaming(null);
                  }}
                />
              ) : (
                <ViewRow
                  view={view}
                  current={view.id === current?.id}
                  isDefault={view.id === all.defaultId}
                  onOpen={() => {
                    views.open(view);
                    onClose();
                  }}
                  onDefault={() => void change(toggleDefault(all, view.id))}
                  onRename={() => setRenaming(view.id)}
                  onDelete={() => void change(removeView(all, view.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <NameForm
        key={all.views.length}
        label={t('views.saveAs')}
        initial=""
        faultOf={(name) => nameFault(all, name)}
        onDone={(name) => void change(addView(all, { ...views.shown, name }))}
      />
    </Stack>
  );
}

type RowProps = {
  view: SavedView;
  current: boolean;
  isDefault: boolean;
  onOpen(): void;
  onDefault(): void;
  onRename(): void;
  onDelete(): void;
};

function ViewRow({ view, current, isDefault, onOpen, onDefault, onRename, onDelete }: RowProps) {
  const t = useInputText();
  const { name } = view;
  const Star = isDefault ? IconStarFilled : IconStar;
  return (
    <div className={classes.columnRow}>
      <UnstyledButton
        className={classes.viewName}
        onClick={onOpen}
        {...(current ? { 'aria-current': true as const } : {})}
      >
        <bdi>{name}</bdi>
      </UnstyledButton>
      <ActionIcon size="sm" onClick={onDefault} aria-pressed={isDefault} aria-label={t('views.default', { name })}>
        <Star size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon size="sm" onClick={onRename} aria-label={t('views.rename', { name })}>
        <IconPencil size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon size="sm" onClick={onDelete} aria-label={t('views.delete', { name })}>
        <IconTrash size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type FormProps = {
  label: string;
  initial: string;
  faultOf(name: string): ReturnType<typeof nameFault>;
  onDone(name: string): void;
};

function NameForm({ label, initial, faultOf, onDone }: FormProps) {
  const t = useInputText();
  const kit = useKitText();
  const [name, setName] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const fault = submitted ? faultOf(name) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!faultOf(name)) onDone(name);
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label={label}
        value={name}
        maxLength={maxNameLength}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault ? t(`views.fault.${fault}`) : undefined}
        data-autofocus={initial !== '' || undefined}
        inputContainer={(input) => (
          <Group gap="xs" wrap="nowrap">
            <div className={classes.viewName}>{input}</div>
            <Button type="submit" variant="default">
              {kit('actions.save')}
            </Button>
          </Group>
        )}
      />
    </form>
  );
}
