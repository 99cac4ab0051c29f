import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { layout as entity, type Layout } from '../../common/layout.ts';
import { useText } from '../api.ts';
import plan from '../Plan.module.css';
import { PlanStage } from '../PlanStage.tsx';
import { ItemLayer, type LayerEdit } from './ItemLayer.tsx';
import { ItemLegend } from './ItemLegend.tsx';
import { ItemsPanel } from './ItemsPanel.tsx';
import { ItemTools } from './ItemTools.tsx';
import { onItemKey } from './item-keys.ts';
import { keyOf } from './item-math.ts';
import { PlanOutline } from './PlanOutline.tsx';
import { type ItemEditing, useItemEditing } from './use-item-editing.ts';
import { type ItemKinds, useItemKinds } from './use-item-kinds.ts';

/** A plan with its spaces and records of apps: placed, selected, moved, turned and outlined by pointer and keyboard. */
export function ItemsEditor({ layout, actions }: { layout: Layout; actions: ReactNode }) {
  const t = useText();
  const editable = usePermitted(entity.can('update'));
  const kinds = useItemKinds();
  const editing = useItemEditing(layout);
  const { moves, picked, outlining, lassoing, setLassoing } = editing;
  const hint = moves.way ? 'hint.moving' : outlining ? 'items.outlineHint' : editable ? 'items.hint' : 'hint.looking';
  return (
    <div className={plan.editor} id="plan">
      <div className={plan.main}>
        <div className={plan.bar}>
          {editable && (
            <ItemTools
              moves={moves}
              lassoing={lassoing}
              onLasso={() => setLassoing(!lassoing)}
              onOutline={editing.startOutline}
            />
          )}
          {actions}
        </div>
        {moves.failed ? (
          <FailedState onRetry={moves.retry} />
        ) : (
          <ItemStage layout={layout} kinds={kinds} editing={editing} editable={editable} />
        )}
        {outlining && (
          <div className={plan.bar}>
            <Button onClick={() => editing.endOutline(outlining.outline)}>{t('items.outlineDone')}</Button>
            <Button variant="default" onClick={() => editing.endOutline(null)}>
              {t('items.outlineClear')}
            </Button>
          </div>
        )}
        <ItemLegend items={moves.items} kinds={kinds} />
        <div className={plan.status}>{picked ? t('hint.picked', { name: picked.name }) : t(hint)}</div>
        <VisuallyHidden id="item-keys">{t('items.keys')}</VisuallyHidden>
        <VisuallyHidden id="corner-keys">{t('items.cornerKeys')}</VisuallyHidden>
        <VisuallyHidden role="status">{moves.said}</VisuallyHidden>
      </div>
      {editable && (
        <ItemsPanel
          layout={layout}
          kinds={kinds}
          placed={moves.items}
          pickedKey={picked && keyOf(picked)}
          onPick={editing.pick}
        />
      )}
    </div>
  );
}

type StageProps = { layout: Layout; kinds: ItemKinds; editing: ItemEditing; editable: boolean };

function ItemStage({ layout, kinds, editing, editable }: StageProps) {
  const t = useText();
  const { moves, picked, outlining, shown } = editing;
  const edit: LayerEdit = {
    selected: moves.selected,
    activeKey: moves.activeKey,
    moving: moves.way !== null,
    lassoing: editing.lassoing,
    onPress: moves.press,
    onDrag: moves.drag,
    onLasso(keys, adds) {
      moves.lasso(keys, adds);
      editing.setLassoing(false);
    },
    onKey: (event) => onItemKey(moves, event),
  };
  return (
    <PlanStage layout={layout} aiming={picked !== null} crowded={false} onTap={editing.tap}>
      {(spotOf) => (
        <>
          <ItemLayer
            layout={layout}
            items={shown}
            kinds={kinds}
            label={t('items.on', { name: layout.name })}
            spotOf={spotOf}
            {...(editable && !picked && !outlining ? { edit } : {})}
          />
          {outlining?.outline && (
            <PlanOutline
              item={outlining}
              ratio={layout.height / layout.width}
              outline={outlining.outline}
              spotOf={spotOf}
              onChange={editing.drawOutline}
              onDone={() => editing.endOutline(outlining.outline)}
            />
          )}
        </>
      )}
    </PlanStage>
  );
}
