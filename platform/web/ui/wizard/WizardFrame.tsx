import { Button, Group, Stack, Stepper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import classes from './WizardFrame.module.css';

type Props = {
  /** The names of the steps. */
  steps: readonly string[];
  /** The index of the step that is shown. */
  active: number;
  /** The index of the last step that may be opened: all before it are complete. */
  reached: number;
  onStep(at: number): void;
  /** The person goes back from the first step. */
  onLeave(): void;
  /** The button of the last step. */
  finish: ReactNode;
  /** What is known so far, next to the buttons: a price, a count. */
  summary?: ReactNode;
  children: ReactNode;
};

/** A form in steps, with buttons that stay in view. The caller keeps the step, best in the address. */
export function WizardFrame({ steps, active, reached, onStep, onLeave, finish, summary, children }: Props) {
  const kitText = useKitText();
  const phone = usePhone();
  return (
    <Stack>
      {phone ? (
        <Text c="dimmed">
          {kitText('wizard.stepOf', { step: active + 1, count: steps.length, name: steps[active] ?? '' })}
        </Text>
      ) : (
        <Stepper active={active} onStepClick={onStep} size="sm" iconSize={28}>
          {steps.map((name, at) => (
            <Stepper.Step key={name} label={name} allowStepSelect={at <= reached} />
          ))}
        </Stepper>
      )}
      {children}
      <div className={classes.foot}>
        <output>{summary}</output>
        <Group>
          <Button variant="default" onClick={() => (active === 0 ? onLeave() : onStep(active - 1))}>
            {kitText('actions.back')}
          </Button>
          {active === steps.length - 1 ? (
            finish
          ) : (
            <Button onClick={() => onStep(active + 1)} disabled={active >= reached}>
              {kitText('wizard.next')}
            </Button>
          )}
        </Group>
      </div>
    </Stack>
  );
}
