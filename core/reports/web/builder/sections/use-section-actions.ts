import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { useText } from '../../texts.ts';
import { leastWidthOf } from '../catalogue.ts';
import { type DraftSection, keyed } from '../draft.ts';
import { useSectionNames } from '../texts.ts';
import type { BuilderState } from '../use-builder.ts';
import { type Change, dropped, inserted, moved, placeOf, resized, type Target, without } from './section-moves.ts';

/** Changes of the order and widths of sections. Each is announced, and the section that it is about keeps the focus. */
export function useSectionActions(builder: BuilderState, catalogue: readonly OfferedSection[]) {
  const t = useText();
  const nameOf = useSectionNames(catalogue);
  const leastOf = leastWidthOf(catalogue);
  const { arrange, say, focus, choose, chosen } = builder;
  const { sections } = builder.draft;

  /** Shows a change of a section; says why there is none. */
  const take = (section: DraftSection, change: Change, text: (after: readonly DraftSection[]) => string) => {
    if ('refused' in change) {
      say(t(`builder.refused.${change.refused}`, { least: leastOf(section) }));
      return;
    }
    arrange(change.sections);
    focus(section.key);
    say(text(change.sections));
  };
  const placeText = (section: DraftSection) => (after: readonly DraftSection[]) => {
    const { row, place, count } = placeOf(after, section.key) ?? { row: 0, place: 0, count: 1 };
    return t('builder.said.moved', { name: nameOf(section), row: row + 1, place: place + 1, of: count });
  };

  return {
    move: (section: DraftSection, step: -1 | 1) =>
      take(section, moved(sections, section.key, step), placeText(section)),
    resize: (section: DraftSection, by: number) =>
      take(section, resized(sections, section.key, by, leastOf), () =>
        t('builder.said.width', { name: nameOf(section), width: section.width + by }),
      ),
    drop: (section: DraftSection, target: Target) =>
      take(section, dropped(sections, section, target, leastOf), placeText(section)),
    /** Adds a section after the row of the chosen one. */
    add(section: DraftSection) {
      arrange(inserted(sections, [section], chosen));
      choose(section.key);
      focus(section.key);
      say(t('builder.said.added', { name: nameOf(section) }));
    },
    duplicate(section: DraftSection) {
      const { key: _key, ...content } = section;
      const copy = keyed(content);
      arrange(inserted(sections, [copy], section.key));
      choose(copy.key);
      focus(copy.key);
      say(t('builder.said.added', { name: nameOf(copy) }));
    },
    remove(section: DraftSection) {
      const at = sections.findIndex(({ key }) => key === section.key);
      const next = sections[at + 1] ?? sections[at - 1];
      arrange(without(sections, section.key));
      if (chosen === section.key) choose(null);
      if (next) focus(next.key);
      say(t('builder.said.removed', { name: nameOf(section) }));
    },
    undo() {
      builder.undo();
      say(t('builder.said.undone'));
    },
  };
}
export type SectionActions = ReturnType<typeof useSectionActions>;
