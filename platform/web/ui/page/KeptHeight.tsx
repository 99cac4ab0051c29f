import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { inLocal } from '../../client/storage.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import classes from './KeptHeight.module.css';

/** Heights in px by name and kind of screen. */
const heights = inLocal<Record<string, number>>('heights');

const keep = (name: string, height: number): void => {
  const all = heights.get();
  if (all?.[name] !== height) heights.set({ ...all, [name]: height });
};

type Props = {
  of: string;
  /**
   * The usual height in px, for the first visit. If the content turns out to be lower, it is stretched to this height until
   * the next visit: what is already shown below it stays where it is.
   */
  first?: number | undefined;
  children: ReactNode;
};

/**
 * A part of a page whose height depends on its data. While anything in it is marked as busy it keeps the height with
 * which it was last shown, so that the content below it does not move.
 */
export function KeptHeight({ of, first, children }: Props) {
  const name = usePhone() ? `${of} phone` : of;
  const content = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(() => heights.get()?.[name] ?? first);
  const [held, setHeld] = useState(false);
  const guessed = useRef(heights.get()?.[name] === undefined ? first : undefined);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const resized = new ResizeObserver(() => keep(name, element.offsetHeight));
    const loaded = new MutationObserver(() => settle());
    const settle = () => {
      if (element.querySelector('[aria-busy]')) return;
      loaded.disconnect();
      const natural = element.offsetHeight;
      if (guessed.current !== undefined && natural > 0 && natural < guessed.current) {
        keep(name, natural);
        setHeld(true);
        return;
      }
      setHeight(undefined);
      resized.observe(element);
    };
    loaded.observe(element, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
    settle();
    return () => {
      loaded.disconnect();
      resized.disconnect();
    };
  }, [name]);
  return (
    <div
      className={classes.box}
      data-held={held || undefined}
      style={height === undefined ? undefined : { minBlockSize: height }}
    >
      <div ref={content}>{children}</div>
    </div>
  );
}
