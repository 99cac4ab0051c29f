/** Makes the value of a key when it is first requested, and returns the same value from then on. */
export function oncePerKey<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, { value: Value }>();
  return (key) => {
    const known = made.get(key) ?? { value: make(key) };
    made.set(key, known);
    return known.value;
  };
}
