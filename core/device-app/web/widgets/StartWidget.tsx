import { GettingStarted, useGettingStarted } from '../getting-started/GettingStarted.tsx';

/** The steps to a first value, until all are done. */
export function StartWidget() {
  const { data } = useGettingStarted();
  return data ? <GettingStarted /> : <div aria-busy />;
}
