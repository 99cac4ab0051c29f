import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from './api.ts';
import classes from './ControlUnit.module.css';
import type { Order } from './UnitControls.tsx';

type OrderProps = { disabled: boolean; onOrder(order: Order): void };

export function PositionOrder({ disabled, now, onOrder }: OrderProps & { now: number | null }) {
  const t = useText();
  const [percent, setPercent] = useState<number | null>(null);
  const value = percent ?? now ?? 0;
  return (
    <div className={classes.buttons}>
      <NumberInput
        className={classes.input}
        label={t('settings.percent')}
        suffix=" %"
        min={0}
        max={100}
        step={5}
        value={value}
        onChange={(next) => typeof next === 'number' && setPercent(Math.min(100, Math.max(0, next)))}
      />
      <Button
        variant="default"
        disabled={disabled || value === now}
        onClick={() => onOrder({ method: 'setPosition', params: { percent: value } })}
      >
        {t('unit.setPosition')}
      </Button>
    </div>
  );
}

const minute = 60;

export function RelayOrder({ disabled, on, onOrder }: OrderProps & { on: boolean }) {
  const t = useText();
  const [minutes, setMinutes] = useState<number | ''>('');
  return (
    <>
      {!on && (
        <NumberInput
          className={classes.input}
          label={t('unit.forMinutes')}
          placeholder={t('unit.untilOff')}
          min={1}
          max={1440}
          value={minutes}
          onChange={(next) => setMinutes(typeof next === 'number' ? next : '')}
        />
      )}
      <Button
        variant="default"
        disabled={disabled}
        onClick={() =>
          onOrder({
            method: 'relay',
            params: { on: !on, ...(on || minutes === '' ? {} : { forSeconds: minutes * minute }) },
          })
        }
      >
        {t(`commands.relay.${!on}`)}
      </Button>
    </>
  );
}
