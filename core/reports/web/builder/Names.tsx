import { TextInput } from '@mantine/core';
import { required } from '#platform/web/ui/form/required.ts';
import { useText } from '../texts.ts';
import classes from './Builder.module.css';
import type { FaultOf } from './save/faults.ts';
import type { BuilderState } from './use-builder.ts';

/** What the report is called, and what it is for. */
export function Names({ builder, faultOf }: { builder: BuilderState; faultOf: FaultOf }) {
  const t = useText();
  const { name, description } = builder.draft;
  return (
    <div className={classes.names}>
      <TextInput
        label={t('builder.fields.name')}
        value={name}
        error={faultOf.at('name')}
        {...required}
        onChange={(event) => builder.set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('builder.fields.description')}
        value={description}
        error={faultOf.at('description')}
        onChange={(event) => builder.set({ description: event.currentTarget.value })}
      />
    </div>
  );
}
