import type { GroupColour } from '../common/record-group.ts';
import classes from './GroupDot.module.css';

/** The colour of a group; its name is next to it. */
export const GroupDot = ({ colour }: { colour: GroupColour }) => (
  <span className={classes.dot} data-colour={colour} aria-hidden />
);
