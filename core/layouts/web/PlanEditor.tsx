import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Layout } from '../common/layout.ts';
import { useText } from './api.ts';
import { DevicesEditor } from './DevicesEditor.tsx';
import { ItemsEditor } from './items/ItemsEditor.tsx';
import classes from './Plan.module.css';

const modes = ['devices', 'others'] as const;

/** A plan: its devices, or the spaces and records of apps on it. */
export function PlanEditor({ layout, actions }: { layout: Layout; actions: ReactNode }) {
  const t = useText();
  const [mode, setMode] = useState<(typeof modes)[number]>('devices');
  const Editor = mode === 'devices' ? DevicesEditor : ItemsEditor;
  const switching = (
    <div className={classes.aside}>
      <SegmentedControl
        aria-label={t('items.mode')}
        value={mode}
        data={modes.map((value) => ({ value, label: t(`items.${value}`) }))}
        onChange={setMode}
      />
      {actions}
    </div>
  );
  return <Editor layout={layout} actions={switching} />;
}
