import { createContext, useContext } from 'react';

/**
 * A person who is about to leave, or has just left. A part of the place `person-leaves` calls `onLoses` when the person
 * loses something whose end it follows; the dialog then stays open.
 */
export type LeavingPerson = { id: number; left: boolean; onLoses(): void };

const context = createContext<LeavingPerson | null>(null);
export const LeavingPersonProvider = context.Provider;

/** The person of the place `person-leaves`. */
export function useLeavingPerson(): LeavingPerson {
  const person = useContext(context);
  if (!person) throw new Error('useLeavingPerson needs the dialog of a person who leaves');
  return person;
}
