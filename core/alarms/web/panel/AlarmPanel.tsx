import { Drawer } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { alarmSearch } from '../AlarmCells.tsx';
import classes from '../Alarms.module.css';
import { useText } from '../texts.ts';
import { AlarmDetails } from './AlarmDetails.tsx';

/** The alarm of the address in a side panel (a drawer on phones). Escape closes it, and in a field leaves the field. `wide`: half of the page. */
export function AlarmPanel({ wide = false }: { wide?: boolean }) {
  const t = useText();
  const phone = usePhone();
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('alarm')) || null;
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  const close = useCallback(
    () => setParams((before) => new URLSearchParams(alarmSearch(before, null)), { preventScrollReset: true }),
    [setParams],
  );
  useEffect(() => {
    if (id === null) {
      if (opener.current instanceof HTMLElement) opener.current.focus();
      opener.current = null;
      return;
    }
    // Moves the focus to the alarm, and back to its row when it is closed.
    opener.current ??= document.activeElement?.closest('tr') ?? null;
    // A requested action may have taken the focus already.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, [id]);
  useEffect(() => {
    if (id === null || phone) return;
    // A dropdown that the key closes is closed already when the key arrives here.
    let closesDropdown = false;
    const before = ({ target }: KeyboardEvent) => {
      closesDropdown = target instanceof HTMLElement && target.ariaExpanded === 'true';
    };
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      // The focused button may be gone after its action. Open dialogs and dropdowns are closed first.
      const inPanel = target === document.body || panel.current?.contains(target);
      if (event.key !== 'Escape' || !inPanel || closesDropdown || document.querySelector('[aria-modal="true"]')) return;
      // What was typed stays: the first press leaves the field, so that the keys of the actions work again.
      if (target.matches('textarea, input:not([type="checkbox"])')) panel.current?.focus({ preventScroll: true });
      else close();
    };
    document.addEventListener('keydown', before, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', before, true);
      document.removeEventListener('keydown', onKey);
    };
  }, [id, phone, close]);
  if (id === null) return null;
  return phone ? (
    <Drawer opened onClose={close} position="bottom" size="92%" withCloseButton={false} aria-label={t('details')}>
      <AlarmDetails key={id} id={id} onClose={close} />
    </Drawer>
  ) : (
    <aside ref={panel} className={classes.panel} data-wide={wide || undefined} aria-label={t('details')} tabIndex={-1}>
      <AlarmDetails key={id} id={id} onClose={close} />
    </aside>
  );
}
