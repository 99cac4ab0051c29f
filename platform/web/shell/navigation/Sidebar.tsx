import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconBug,
  IconBuildingCommunity,
  IconChevronDown,
  IconLayoutGrid,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconShield,
  IconShoppingCart,
} from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useStore } from '../../client/store.ts';
import { menuNamespace } from '../../i18n/i18n.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { registeredApps } from '../../session/session.ts';
import { sessionStore } from '../../session/session-store.ts';
import { iconSizes } from '../../theme.ts';
import { EditingHelp, HelpSwitch } from '../layout/development-parts.ts';
import { canOpen } from '../routing/first-page.ts';
import { iconNamed } from './icons.ts';
import classes from './Sidebar.module.css';
import {
  type Container,
  type Entry,
  type Foldable,
  isCurrent,
  isFoldable,
  type Section,
  sidebarOf,
  unfoldedSections,
} from './sidebar-entries.ts';

/** The pages that the person may open, grouped by app. When folded it shows only icons. */
export function Sidebar({ folded = false, onFold }: { folded?: boolean; onFold?: () => void }) {
  const t = useKitText();
  const { me } = useStore(sessionStore);
  const { pathname } = useLocation();
  const sections = me ? sidebarOf(registeredApps(), canOpen, pathname) : [];
  // The daily work of the first app is one click away on pages of no app too.
  const first = sections.flatMap(({ entries }) => entries).find(({ children }) => children.length > 0);
  const atFirst = unfoldedSections(sections);
  const [chosen, setChosen] = useState<Partial<Record<Container, boolean>>>({});
  const list = useRef<HTMLDivElement>(null);
  const count = sections.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which entry is current
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, count]);
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={classes.nav} aria-label={t('shell.navigation')} data-folded={folded || undefined}>
      <div className={classes.scroll} ref={list}>
        {sections.map((section) => (
          <SectionEntries
            key={section.container}
            section={section}
            folded={folded}
            unfolded={chosen[section.container] ?? (atFirst.has(section.container) || isWithin(section, pathname))}
            onUnfold={(next) => setChosen({ ...chosen, [section.container]: next })}
            first={first}
          />
        ))}
      </div>
      {onFold && (
        <ActionIcon
          className={classes.fold}
          onClick={onFold}
          aria-label={t(folded ? 'shell.unfoldSidebar' : 'shell.foldSidebar')}
          aria-expanded={!folded}
        >
          <FoldIcon size={iconSizes.md} />
        </ActionIcon>
      )}
    </nav>
  );
}

const icons: Readonly<Record<Foldable, typeof IconShield>> = {
  sites: IconBuildingCommunity,
  applications: IconLayoutGrid,
  market: IconShoppingCart,
  settings: IconShield,
  'libs examples': IconLayoutGrid,
  development: IconBug,
};

const isWithin = ({ entries }: Section, path: string) => entries.some((entry) => isCurrent(entry, path));

type SectionProps = {
  section: Section;
  folded: boolean;
  unfolded: boolean;
  onUnfold(unfolded: boolean): void;
  /** The entry that shows its children at first. */
  first: Entry | undefined;
};

/** A section with its entries; one that can be folded is a single entry then. */
function SectionEntries({ section: { container, entries }, folded, unfolded, onUnfold, first }: SectionProps) {
  const t = useKitText();
  const name = t(`sidebar.${container}`);
  const Icon = isFoldable(container) ? icons[container] : null;
  return (
    <section className={classes.section}>
      {Icon === null ? (
        !folded && <h2 className={classes.container}>{name}</h2>
      ) : (
        <h2 className={classes.heading}>
          <Tooltip label={name} position="right" disabled={!folded}>
            <UnstyledButton
              className={unfolded && !folded ? classes.unfolded : classes.entry}
              aria-expanded={unfolded}
              aria-label={folded ? name : undefined}
              onClick={() => onUnfold(!unfolded)}
            >
              {(folded || !unfolded) && <Icon size={iconSizes.md} aria-hidden />}
              {!folded && (
                <>
                  <span className={classes.text}>{name}</span>
                  <IconChevronDown size={iconSizes.sm} className={classes.chevron} aria-hidden />
                </>
              )}
            </UnstyledButton>
          </Tooltip>
        </h2>
      )}
      {unfolded && (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <TopEntry key={`${entry.app}/${entry.textKey}`} entry={entry} folded={folded} unfolded={entry === first} />
          ))}
          {HelpSwitch && !folded && container === 'development' && (
            <li>
              <Suspense>
                <HelpSwitch />
              </Suspense>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function useEntryText(entry: Entry): string {
  const { label, has } = useLabels(menuNamespace(entry.app));
  return entry.brand && !has(entry.textKey) ? entry.brand : label(entry.textKey);
}

function TopEntry({ entry, folded, unfolded }: { entry: Entry; folded: boolean; unfolded: boolean }) {
  const { pathname } = useLocation();
  const current = isCurrent(entry, pathname);
  const [open, setOpen] = useState(current || unfolded);
  const name = useEntryText({ ...entry, textKey: entry.brand ? 'app' : entry.textKey });
  const Icon = iconNamed(entry.icon);
  const content = (
    <>
      <Icon size={iconSizes.md} aria-hidden />
      {!folded && <span className={classes.text}>{name}</span>}
    </>
  );
  if (folded || entry.children.length === 0) {
    return (
      <li className={classes.line}>
        <Tooltip label={name} position="right" disabled={!folded}>
          <Link
            to={entry.to ?? '/'}
            className={classes.entry}
            aria-current={current ? 'page' : undefined}
            aria-label={folded ? name : undefined}
          >
            {content}
          </Link>
        </Tooltip>
        {!folded && <Help entry={entry} />}
      </li>
    );
  }
  const shown = open || current;
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        onClick={() => setOpen(!open)}
        aria-expanded={shown}
        data-within={current || undefined}
      >
        {content}
        <IconChevronDown size={iconSizes.sm} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      {shown && (
        <ul className={classes.list}>
          {entry.children.map((child) => (
            <ChildEntry key={child.textKey} entry={child} path={pathname} />
          ))}
        </ul>
      )}
    </li>
  );
}

function ChildEntry({ entry, path }: { entry: Entry; path: string }) {
  const name = useEntryText(entry);
  return (
    <li className={classes.line}>
      <Link to={entry.to ?? '/'} className={classes.child} aria-current={isCurrent(entry, path) ? 'page' : undefined}>
        {name}
      </Link>
      <Help entry={entry} />
    </li>
  );
}

function Help({ entry }: { entry: Entry }) {
  if (!EditingHelp || !entry.to) return null;
  return (
    <Suspense>
      <EditingHelp app={entry.app} address={entry.to} />
    </Suspense>
  );
}
