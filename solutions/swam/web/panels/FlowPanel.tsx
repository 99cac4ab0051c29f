import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { NightFlow } from './NightFlow.tsx';
import classes from './Panels.module.css';
import { type PanelProps, Value } from './parts.tsx';
import { useText } from './texts.ts';

/** The live flow, leak and pressure, and the water of today and of the nights. */
export function FlowPanel({ device }: PanelProps) {
  const t = useText();
  return (
    <>
      <Panel title={t('flow.title')}>
        <div className={classes.first}>
          <Value device={device} sensor="flow" size="lg" />
          <Value device={device} sensor="leak" size="lg" />
          <Value device={device} sensor="pressure" />
          <Value device={device} sensor="volume" />
        </div>
      </Panel>
      <NightFlow device={device} />
    </>
  );
}
