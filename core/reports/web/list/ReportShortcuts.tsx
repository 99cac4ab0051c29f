import { useNavigate, useSearchParams } from 'react-router';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { useShortcut } from '#platform/web/shell/keyboard/shortcuts.ts';
import { addresses, historySearch } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The key of the row with the focus. */
const focusedRow = () => Number(document.activeElement?.closest<HTMLElement>('tr[data-key]')?.dataset.key) || null;

/** The keys of the list: N for a new report, R and H for the focused row. */
export function ReportShortcuts({ onRun }: { onRun(id: number): void }) {
  const t = useText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const mayCreate = usePermitted(api.definition.create.route.access);
  const mayRun = usePermitted(api.run.generate.route.access);
  useShortcut('n', t('list.keys.new'), () => void navigate(addresses.create), { enabled: mayCreate });
  useShortcut(
    'r',
    t('list.keys.run'),
    () => {
      const id = focusedRow();
      if (id !== null) onRun(id);
    },
    { enabled: mayRun },
  );
  useShortcut('h', t('list.keys.history'), () => {
    const id = focusedRow();
    if (id !== null) void navigate(historySearch(params, id), { preventScrollReset: true });
  });
  return null;
}
