/** Adds a value to those of a key. */
export function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = groups.get(key)
  if (values === undefined) groups.set(key, [value])
  else values.push(value)
}
