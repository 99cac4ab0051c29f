import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { useText } from '../texts.ts';
import { builderTabs } from './save/faults.ts';

/** From this width on, the preview is next to what is edited. */
const wide = '(min-width: 80em)';
export const previewTab = 'preview';

/** The tabs, of which the address has the chosen one. */
export function useTabs() {
  const t = useText();
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const [params, setParams] = useSearchParams();
  const names = isWide ? builderTabs : ([...builderTabs, previewTab] as const);
  const tab = names.find((name) => name === params.get('tab')) ?? 'sections';
  const tabs = names.map((name) => ({ value: name, label: t(`builder.tabs.${name}`) }));
  const setTab = (name: string) =>
    setParams(
      (before) => {
        before.set('tab', name);
        return before;
      },
      { replace: true },
    );
  return { tab, tabs, setTab, isWide };
}
