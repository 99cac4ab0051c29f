import { Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';

const details = z.object({ name: requiredText(120), description: z.string().trim().max(500, 'tooLong') });
export type Details = z.infer<typeof details>;

/** The name and purpose of a group. */
export function GroupDetails({
  before,
  save,
  disabled = false,
  cancelTo,
}: {
  before?: Details;
  save(values: Details): Promise<unknown>;
  disabled?: boolean;
  cancelTo?: string;
}) {
  const form = useEntityForm(details, {
    namespace: 'permissions',
    initial: { name: before?.name ?? '', description: before?.description ?? '' },
    save,
  });
  return (
    <EntityForm form={form} {...(cancelTo ? { cancelTo } : {})}>
      <TextInput {...form.field('name')} disabled={disabled} data-autofocus={before === undefined} />
      <Textarea {...form.field('description')} disabled={disabled} autosize minRows={2} />
    </EntityForm>
  );
}
