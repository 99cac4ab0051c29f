import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import { swam } from '../app.ts';
import { useText } from './api.ts';

const addresses = {
  list: `${swam.web}/analysis/structure-portfolio`,
  site: `${swam.web}/analysis-v2/structure-portfolio`,
  board: `${swam.web}/alternative`,
} as const;
type View = keyof typeof addresses;

/** Leads between the overview of all sites, one site next to the list and map, and the board. */
export function ViewSwitch({ view }: { view: View }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={t('portfolio.view')}
      value={view}
      data={(Object.keys(addresses) as View[]).map((value) => ({ value, label: t(`portfolio.views.${value}`) }))}
      onChange={(next) => void navigate(addresses[next as View])}
    />
  );
}
