/** The list with `one` in it, or without. */
export const switched = <One>(before: readonly One[], one: One, on: boolean): One[] => {
  const others = before.filter((other) => other !== one);
  return on ? [...others, one] : others;
};
