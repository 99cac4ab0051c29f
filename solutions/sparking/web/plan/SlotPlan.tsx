import { ActionIcon, Button, Group, Text, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconLasso, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Layout } from '#core/layouts/common/layout.ts';
import { ItemLayer, ItemSwatch, PlanStage } from '#core/layouts/web/parts.tsx';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { PlanSlot } from '../../common/plan/plan.ts';
import { reservation } from '../../common/reservation.ts';
import { slot as entity } from '../../common/slot.ts';
import { useText } from '../api.ts';
import { ReserveForm } from '../reservations/ReserveForm.tsx';
import { BulkPanel } from './BulkPanel.tsx';
import classes from './Plan.module.css';
import { SlotPanel } from './SlotPanel.tsx';
import { looks, reservedLooks, shownStates } from './slot-looks.ts';
import { useSlotBoard } from './use-slot-board.ts';

type Props = { layout: Layout; locationId: number; slots: readonly PlanSlot[] };

/** The bays on a plan with their state now: opened, selected and set by pointer and keyboard. */
export function SlotPlan({ layout, locationId, slots }: Props) {
  const t = useText();
  const mayEdit = usePermitted(entity.can('update'));
  const search = useRef<HTMLInputElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const mayReserve = usePermitted(reservation.can('create'));
  const board = useSlotBoard(layout, slots, {
    many: mayEdit ? 'edit' : mayReserve ? 'reserve' : undefined,
    onSearch: () => search.current?.focus(),
  });
  const { chosen, opened } = board;
  const focusPlan = () => layer.current?.querySelector<SVGSVGElement>('[data-plan-items]')?.focus();
  const close = () => {
    board.close();
    focusPlan();
  };
  const saved = () => {
    board.clear();
    close();
  };
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          ref={search}
          aria-label={t('plan.search')}
          placeholder={t('plan.search')}
          leftSection={<IconSearch size={iconSizes.md} aria-hidden />}
          value={typed}
          maxLength={20}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && board.find(typed)) focusPlan();
          }}
        />
        {(mayEdit || mayReserve) && (
          <Tooltip label={t('plan.lasso')}>
            <ActionIcon
              size="lg"
              variant={board.lassoing ? 'filled' : 'default'}
              aria-label={t('plan.lasso')}
              aria-pressed={board.lassoing}
              onClick={() => board.setLassoing(!board.lassoing)}
            >
              <IconLasso size={iconSizes.md} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {chosen.length > 1 && (
          <Group gap="xs" role="status">
            <Text size="sm">{t('plan.selected', { count: chosen.length })}</Text>
            {mayEdit && <Button onClick={() => board.openMany('edit')}>{t('plan.editSelected')}</Button>}
            {mayReserve && (
              <Button variant={mayEdit ? 'default' : 'filled'} onClick={() => board.openMany('reserve')}>
                {t('actions.reserve')}
              </Button>
            )}
            <Button variant="subtle" onClick={board.clear}>
              {t('plan.clear')}
            </Button>
          </Group>
        )}
      </div>
      <div ref={layer} className={classes.plan} onClickCapture={board.onClick}>
        <PlanStage layout={layout} aiming={false} crowded={false} onTap={board.clear}>
          {(spotOf) => (
            <ItemLayer
              layout={layout}
              items={board.items}
              kinds={board.kinds}
              label={t('plan.bays', { name: layout.name })}
              spotOf={spotOf}
              edit={board.edit}
            />
          )}
        </PlanStage>
      </div>
      <ul className={classes.legend} aria-label={t('plan.legend')}>
        {shownStates.map((state) => (
          <li key={state}>
            <ItemSwatch look={looks[state]} />
            {t(`values.state.${state}`)}
          </li>
        ))}
        {reservedLooks.map(([key, look]) => (
          <li key={key}>
            <ItemSwatch look={look} />
            {t(`plan.${key}`)}
          </li>
        ))}
      </ul>
      {board.items.length === 0 && <Text c="dimmed">{t('plan.empty')}</Text>}
      <VisuallyHidden id="item-keys">{t('plan.keys')}</VisuallyHidden>
      {opened === 'edit' && (
        <BulkPanel locationId={locationId} ids={chosen.map(({ id }) => id)} onClose={close} onSaved={saved} />
      )}
      {opened === 'reserve' && <ReserveForm locationId={locationId} bays={chosen} onClose={close} onSaved={saved} />}
      {opened !== null && typeof opened === 'object' && (
        <SlotPanel key={opened.id} id={opened.id} {...(opened.state ? { state: opened.state } : {})} onClose={close} />
      )}
    </>
  );
}
