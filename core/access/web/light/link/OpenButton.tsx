import classes from './OpenButton.module.css';
import { useHold } from './use-hold.ts';

type Props = {
  disabled: boolean;
  /** `again`: after the first Enter; `hint`: how it is used. */
  labels: Readonly<Record<'hold' | 'holding' | 'again' | 'hint', string>>;
  onOpen(): void;
};

/** Opens when it is held for a moment, or when Enter is pressed twice. */
export function OpenButton({ disabled, labels, onOpen }: Props) {
  const { held, asked, button } = useHold({ disabled, onHeld: onOpen });
  return (
    <>
      <button type="button" className={classes.open} disabled={disabled} {...button}>
        <span>{held ? labels.holding : asked ? labels.again : labels.hold}</span>
      </button>
      <p className={classes.hint}>{labels.hint}</p>
    </>
  );
}
