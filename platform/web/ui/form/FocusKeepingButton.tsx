import { type ComponentProps, useState } from 'react';

type Props = ComponentProps<'button'> & {
  /** Set by Mantine, which styles its own elements by it. */
  variant?: unknown;
};

/**
 * The element of all buttons. A browser takes the focus from a button that becomes disabled, such as one that waits for
 * its reply: the reader of a screen would be back at the top of the page. As long as such a button has the focus, it is
 * disabled for the reader, but not for the browser.
 */
export function FocusKeepingButton(props: Props) {
  const { variant: _, type = 'button', disabled = false, onClick, onFocus, onBlur, ...rest } = props;
  const [focused, setFocused] = useState(false);
  const kept = disabled && focused;
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !kept}
      {...(kept ? { 'aria-disabled': true } : {})}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      onClick={(event) => {
        if (!kept) return onClick?.(event);
        // Not even the form around it is sent.
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
