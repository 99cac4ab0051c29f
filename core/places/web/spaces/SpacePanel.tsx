import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Space, space } from '../../common/space.ts';
import type { Structure } from '../../common/structure.ts';
import { api, useText } from '../api.ts';
import { drawingOf, emptyDrawing, shapeOf } from '../geofences/geofence-shapes.ts';
import { ShapeEditor } from '../geofences/ShapeEditor.tsx';
import { SpaceFields } from './SpaceFields.tsx';

const fields = space.fields.omit({ structureId: true });
type Props = { structure: Structure; before: Space | undefined; onClose(): void };

/** A side panel that creates or edits a space. */
export function SpacePanel({ structure, before, onClose }: Props) {
  const t = useText();
  const params = { companyId: structure.companyId, id: structure.id };
  const invalidates = [api.structure.get];
  const create = useAction(api.space.create, { invalidates });
  const update = useAction(api.space.update, { invalidates });
  const form = useEntityForm(fields, {
    namespace: 'places',
    initial: {
      name: before?.name ?? '',
      kind: before?.kind ?? 'room',
      code: before?.code ?? null,
      floorId: before?.floorId ?? null,
      parentId: before?.parentId ?? null,
      capacity: before?.capacity ?? null,
      outline: before?.outline ?? null,
    },
    save: (body) =>
      before ? update.ask({ params: { ...params, spaceId: before.id }, body }) : create.ask({ params, body }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={before ? t('change', { name: before.name }) : t('spaces.add')} onClose={onClose}>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} data-autofocus />
        <SpaceFields structure={structure} form={form} before={before} />
        <TextInput {...form.field('code')} value={String(form.values.code ?? '')} description={t('spaces.codeHint')} />
        <OutlineField
          before={before}
          error={form.field('outline').error}
          onChange={(outline) => form.set('outline', outline as Space['outline'])}
        />
      </EntityForm>
    </SidePanel>
  );
}

type OutlineProps = { before: Space | undefined; error: unknown; onChange(outline: Space['outline']): void };

/** Draws the corners of a space on the map, for places outdoors. */
function OutlineField({ before, error, onChange }: OutlineProps) {
  const t = useText();
  const [drawing, setDrawing] = useState(() =>
    before?.outline ? drawingOf({ kind: 'polygon', path: before.outline }) : null,
  );
  const draw = (next: typeof drawing) => {
    const shape = next && shapeOf(next);
    setDrawing(next);
    // Fewer than three corners are refused when the form is saved.
    onChange(shape?.kind === 'polygon' ? shape.path : next && next.points.length > 0 ? [...next.points] : null);
  };
  return (
    <>
      <Switch
        label={t('spaces.outline')}
        checked={drawing !== null}
        onChange={(event) => draw(event.currentTarget.checked ? emptyDrawing('polygon') : null)}
      />
      {drawing && (
        <ShapeEditor
          value={drawing}
          kinds={['polygon']}
          onChange={draw}
          error={typeof error === 'string' ? error : null}
        />
      )}
    </>
  );
}
