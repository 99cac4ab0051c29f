import { Button, Fieldset, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { supervisionLimits } from '#core/devices/common/path.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import {
  maxPaths,
  type PanelPaths,
  type PathsInput,
  pathCategories,
  pathRoles,
  pathsInput,
  presets,
} from '../../common/panel/path.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

type Path = PathsInput['paths'][number];
type Props = { panelId: number; before: PanelPaths; onClose(): void };

const newPath = (paths: readonly Path[]): Path => ({
  line: '',
  name: null,
  role: paths.some(({ role }) => role === 'primary') ? 'alternative' : 'primary',
  supervision: paths[0]?.supervision ?? 180,
  supervisionWhenAlone: null,
});

/** The times that a category has for the paths that are entered; one with two paths gets a second one. */
function withPreset(category: keyof typeof presets, paths: readonly Path[]): Path[] {
  const { primary, alternative, alone } = presets[category];
  const both = alternative && paths.length < 2 ? [...paths, newPath(paths)] : paths;
  return both.map((path) =>
    path.role === 'primary'
      ? { ...path, supervision: primary }
      : { ...path, supervision: alternative ?? path.supervision, supervisionWhenAlone: alone ?? null },
  );
}

/** The paths of a panel and how long it may be silent on each. */
export function PathsForm({ panelId, before, onClose }: Props) {
  const t = useText();
  const set = useAction(api.panel.setPaths, { invalidates: [api.panel.paths, api.panel.get] });
  const form = useEntityForm(pathsInput, {
    namespace: 'defcon',
    initial: {
      category: before.category,
      paths: before.paths.map(({ state: _, lastAt: __, ...path }) => path),
    },
    save: (body) => set.ask({ params: { id: panelId }, body }),
    onSaved: onClose,
  });
  const { paths } = form.values;
  const change = (at: number, changed: Partial<Path>) =>
    form.set(
      'paths',
      paths.map((path, n) => (n === at ? { ...path, ...changed } : path)),
    );
  const choose = (value: string | null) => {
    const category = pathCategories.find((one) => one === value) ?? null;
    form.set('category', category);
    if (category) form.set('paths', withPreset(category, paths));
  };
  return (
    <SidePanel title={t('paths.edit')} onClose={onClose}>
      <EntityForm form={form}>
        <Select
          {...form.field('category')}
          onChange={choose}
          data={[...pathCategories]}
          description={t('paths.categoryHint')}
          clearable
          data-autofocus
        />
        {paths.map((path, at) => (
          // A path has nothing but its place until its line is entered.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fieldset key={at} legend={t('paths.path', { number: at + 1 })}>
            <PathFields
              path={path}
              errorOf={(name) => form.errorAt(`paths.${at}.${name}`)}
              onChange={(changed) => change(at, changed)}
            />
            {paths.length > 1 && (
              <Button
                variant="default"
                size="xs"
                mt="sm"
                onClick={() =>
                  form.set(
                    'paths',
                    paths.filter((_, n) => n !== at),
                  )
                }
              >
                {t('paths.remove', { path: path.name ?? path.line })}
              </Button>
            )}
          </Fieldset>
        ))}
        {paths.length < maxPaths && (
          <Group>
            <Button variant="default" onClick={() => form.set('paths', [...paths, newPath(paths)])}>
              {t('paths.add')}
            </Button>
          </Group>
        )}
      </EntityForm>
    </SidePanel>
  );
}

type FieldsProps = {
  path: Path;
  errorOf(name: keyof Path): ReactNode;
  onChange(changed: Partial<Path>): void;
};

function PathFields({ path, errorOf, onChange }: FieldsProps) {
  const t = useText();
  const seconds = (value: string | number) => (typeof value === 'number' ? value : Number.NaN);
  return (
    <Stack gap="sm">
      <TextInput
        label={t('fields.line')}
        description={t('paths.lineHint')}
        value={path.line}
        error={errorOf('line')}
        maxLength={20}
        onChange={(event) => onChange({ line: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t('fields.name')}
        value={path.name ?? ''}
        error={errorOf('name')}
        maxLength={40}
        onChange={(event) => onChange({ name: event.currentTarget.value || null })}
      />
      <Select
        label={t('fields.role')}
        value={path.role}
        error={errorOf('role')}
        data={pathRoles.map((value) => ({ value, label: t(`values.pathRole.${value}`) }))}
        allowDeselect={false}
        onChange={(value) => {
          const role = pathRoles.find((one) => one === value);
          if (role) onChange({ role, ...(role === 'primary' ? { supervisionWhenAlone: null } : {}) });
        }}
      />
      <NumberInput
        label={t('fields.supervision')}
        description={t('paths.secondsHint')}
        value={path.supervision}
        error={errorOf('supervision')}
        {...supervisionLimits}
        suffix={t('secondsSuffix')}
        onChange={(value) => onChange({ supervision: seconds(value) })}
      />
      {path.role === 'alternative' && (
        <NumberInput
          label={t('fields.supervisionWhenAlone')}
          value={path.supervisionWhenAlone ?? ''}
          error={errorOf('supervisionWhenAlone')}
          {...supervisionLimits}
          suffix={t('secondsSuffix')}
          onChange={(value) => onChange({ supervisionWhenAlone: typeof value === 'number' ? value : null })}
        />
      )}
    </Stack>
  );
}
