import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { CSSProperties, DragEvent, ReactNode } from 'react';
import { iconSizes } from '#platform/web/theme.ts';
import { StoredImage } from '#platform/web/ui/images/StoredImage.tsx';
import type { Layout } from '../common/layout.ts';
import { api, useText } from './api.ts';
import { drawingWidth } from './items/ItemShape.tsx';
import classes from './Plan.module.css';
import type { Spot } from './plan-math.ts';
import { useView } from './use-view.ts';

export const deviceDrag = 'application/x-rasid-device';
export const stageId = 'plan-stage';

/** The zoom from which all names are shown. */
const namesZoom = 2;

type Props = {
  layout: Layout;
  /** A tap outside of markers. */
  onTap(spot: Spot): void;
  /** A device that was dragged here from the list. */
  onDropped?: (deviceId: number, name: string, spot: Spot) => void;
  /** Whether a tap places a device. */
  aiming: boolean;
  /** Whether there are too many markers to show all names. */
  crowded: boolean;
  children(spotOf: (client: { clientX: number; clientY: number }) => Spot | null): ReactNode;
};

/** The picture of a plan with its markers: pan by dragging, zoom by wheel, two fingers or + and -. */
export function PlanStage({ layout, onTap, onDropped, aiming, crowded, children }: Props) {
  const t = useText();
  const view = useView(layout, onTap);
  const { zoom, x, y } = view.view;
  const isDeviceDrag = (event: DragEvent) => event.dataTransfer.types.includes(deviceDrag);
  const buttons = [
    ['zoomIn', IconPlus, () => view.zoomBy(1.5)],
    ['zoomOut', IconMinus, () => view.zoomBy(1 / 1.5)],
    ['showAll', IconArrowsMaximize, view.showAll],
  ] as const;
  return (
    // Plans are not mirrored in right-to-left languages.
    <div className={classes.frame} dir="ltr">
      <section
        {...view.stageProps}
        id={stageId}
        className={classes.stage}
        data-aiming={aiming || undefined}
        aria-label={t('plan', { name: layout.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys + and - zoom it
        tabIndex={0}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && view.onKey(event.key)) event.preventDefault();
        }}
        onDragOver={(event) => {
          if (onDropped && isDeviceDrag(event)) event.preventDefault();
        }}
        onDrop={(event) => {
          const spot = isDeviceDrag(event) && view.spotOf(event);
          if (!spot) return;
          event.preventDefault();
          const { id, name } = JSON.parse(event.dataTransfer.getData(deviceDrag)) as { id: number; name: string };
          onDropped?.(id, name, spot);
        }}
      >
        <div
          className={classes.picture}
          data-ready={view.ready || undefined}
          data-crowded={(crowded && zoom < namesZoom) || undefined}
          style={
            {
              '--left': `${x}px`,
              '--top': `${y}px`,
              '--width': `${view.fit.width * zoom}px`,
              '--height': `${view.fit.height * zoom}px`,
              '--pixel': view.fit.width > 0 ? drawingWidth / (view.fit.width * zoom) : 1,
            } as CSSProperties
          }
        >
          <StoredImage
            of={api.layout.image}
            params={{ id: layout.id }}
            version={layout.fileId}
            alt=""
            ratio={layout.width / layout.height}
          />
          {children(view.spotOf)}
        </div>
      </section>
      <div className={classes.zoom}>
        {buttons.map(([key, Icon, run]) => (
          <Tooltip key={key} label={t(`view.${key}`)} position="left">
            <ActionIcon variant="default" size="lg" aria-label={t(`view.${key}`)} onClick={run}>
              <Icon size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </div>
  );
}
