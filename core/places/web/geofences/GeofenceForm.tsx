import { NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { messageKey } from '#platform/common/text/message-key.ts';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { geofence, geofencePurposes, type Shape, shape } from '../../common/geofence.ts';
import { drawingOf, emptyDrawing, shapeOf } from './geofence-shapes.ts';
import { ShapeEditor } from './ShapeEditor.tsx';

const fields = geofence.fields.omit({ shape: true });
// The form value is the shape of the drawing, or null while the drawing is unfinished.
const schema = fields.extend({ shape: z.custom<Shape>((value) => value !== null, 'notDrawn').pipe(shape) });
export type GeofenceValues = z.output<typeof schema>;

type Props = {
  before?: GeofenceValues;
  save(values: GeofenceValues): Promise<unknown>;
  cancelTo: string;
};

/** Edits a geofence: name, purpose, description, speed limit and shape. */
export function GeofenceForm({ before, save, cancelTo }: Props) {
  const { label, has } = useLabels('places');
  const form = useEntityForm(schema, {
    namespace: 'places',
    initial: {
      name: before?.name ?? '',
      description: before?.description ?? '',
      purpose: before?.purpose ?? 'other',
      shape: before?.shape ?? null,
      speedLimit: before?.speedLimit ?? null,
    },
    save,
  });
  const [drawing, setDrawing] = useState(() => (before ? drawingOf(before.shape) : emptyDrawing('circle')));
  const drawn = form.values.shape as Shape | null;
  const fault = drawn === null ? form.field('shape').error : faultOf(drawn);
  const text = (code: string) => label(has(`validation.${code}`) ? `validation.${code}` : 'validation.invalid');
  return (
    <EntityForm form={form} cancelTo={cancelTo}>
      <TextInput {...form.field('name')} />
      <Select
        {...form.field('purpose')}
        data={geofencePurposes.map((value) => ({ value, label: label(`values.purpose.${value}`) }))}
        allowDeselect={false}
      />
      <Textarea {...form.field('description')} autosize minRows={2} />
      <NumberInput
        {...form.field('speedLimit')}
        description={label('speedLimitHint')}
        min={1}
        max={1000}
        allowDecimal={false}
        suffix={unitSuffix('km/h')}
        hideControls
      />
      <ShapeEditor
        value={drawing}
        onChange={(next) => {
          setDrawing(next);
          form.set('shape', shapeOf(next) as Shape);
        }}
        error={drawn === null ? (fault as string | null) : fault ? text(fault as string) : null}
      />
    </EntityForm>
  );
}

const faultOf = (drawn: Shape): string | undefined =>
  shape.safeParse(drawn, { error: messageKey }).error?.issues[0]?.message;
